import { Injectable } from '@nestjs/common';
import {
  createModel,
  deleteModel,
  encodeProvider,
  listModels,
  lookUpInferenceCommand,
  updateModel,
  type Model,
} from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import type { ListQuery } from '@earshot/dto-common';
import type { CreateModel, ModelResponse, UpdateModel } from '@earshot/dto-inference';
import { notFound } from '@earshot/errors';
import { ProjectAccess } from '../auth/project-access.js';
import { ModelDirectory } from '../directory/model-directory.js';
import type { RequestContext } from '../http/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { showPage, type Page } from '../management/page.js';
import { writeIds } from '../management/write-ids.js';
import { toModelResponse } from './model.mapper.js';
import { ProviderSealer } from './provider-sealer.js';

/** Turns requests about models into commands to the service that owns them. */
@Injectable()
export class ModelsService {
  constructor(
    private readonly management: ManagementClient,
    private readonly access: ProjectAccess,
    private readonly directory: ModelDirectory,
    private readonly sealer: ProviderSealer,
  ) {}

  async create(context: RequestContext, project: string, body: CreateModel): Promise<ModelResponse> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    const { command, entity } = writeIds(context, project_id);
    const { key, name = key, system_prompt = null, parameters = {}, fallback = [], provider } = body;
    const request = {
      id: entity,
      project_id,
      key,
      name,
      provider: encodeProvider(this.sealer.seal(provider, { modelId: entity, trusted: isTrusted(context) })),
      capabilities: body.capabilities ?? usualCapabilities(provider.kind),
      system_prompt,
      parameters,
      fallback,
      default: body.default ?? false,
    };
    return toModelResponse(
      await this.management.write(createModel, request, this.#writing(context, command, project_id)),
    );
  }

  async list(context: RequestContext, project: string, page: ListQuery): Promise<Page<ModelResponse>> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    return showPage(await this.management.read(listModels, { ...page, project_id }, context.call), toModelResponse);
  }

  async read(context: RequestContext, project: string, model: string): Promise<ModelResponse> {
    return toModelResponse(await this.#find(await this.access.resolve(context.caller, project), model));
  }

  async update(context: RequestContext, project: string, name: string, body: UpdateModel): Promise<ModelResponse> {
    const { command, id, project_id } = await this.#target(context, project, name);
    const { provider, ...rest } = body;
    const sealing = { modelId: id, current: this.directory.replica.get(id), trusted: isTrusted(context) };
    const changes = { ...rest, ...(provider && { provider: encodeProvider(this.sealer.seal(provider, sealing)) }) };
    const request = { id, project_id, changes };
    return toModelResponse(
      await this.management.write(updateModel, request, this.#writing(context, command, project_id)),
    );
  }

  async remove(context: RequestContext, project: string, name: string): Promise<void> {
    const { command, id, project_id } = await this.#target(context, project, name);
    await this.management.write(deleteModel, { id, project_id }, this.#writing(context, command, project_id));
  }

  async #target(context: RequestContext, project: string, name: string) {
    const owner = await this.access.resolve(context.caller, project);
    const { command } = writeIds(context, owner.id);
    const find = () => this.#find(owner, name);
    const id = await this.management.target(context, command, lookUpInferenceCommand, find);
    return { command, project_id: owner.id, id };
  }

  async #find({ id, key }: Pick<Project, 'id' | 'key'>, name: string): Promise<Model> {
    const model = await this.directory.findFenced(id, name);
    if (model === undefined) throw notFound('model', `${key}/${name}`);
    return model;
  }

  /** Writes of one project in their order: which of its models is the default depends on it. */
  #writing({ call }: RequestContext, id: string, key: string) {
    return { call, id, key, changes: this.directory.replica };
  }
}

/** Who may manage every project is who runs the installation. */
function isTrusted({ caller }: RequestContext): boolean {
  return caller.projectId === null;
}

/** An external model can be asked for nothing. */
function usualCapabilities(kind: CreateModel['provider']['kind']): Model['capabilities'] {
  return kind === 'external' ? [] : ['chat'];
}
