import { Injectable } from '@nestjs/common';
import {
  createModel,
  deleteModel,
  encodeProvider,
  listModels,
  lookUpInferenceCommand as lookUp,
  providerOf,
  serverOf,
  updateModel,
  type Model,
  type Provider,
} from '@earshot/contracts-inference';
import { ModelDirectory } from '@earshot/directory';
import type { CreateModel, ModelResponse, UpdateModel } from '@earshot/dto-inference';
import type { ProjectContext } from '../auth/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { ProjectResourceService } from '../management/project-resource.service.js';
import { ProviderSealer } from './provider-sealer.js';

/** Manages the models of a project. */
@Injectable()
export class ModelsService extends ProjectResourceService<Model, ModelResponse> {
  constructor(
    management: ManagementClient,
    directory: ModelDirectory,
    private readonly sealer: ProviderSealer,
  ) {
    super('model', management, directory, { list: listModels, remove: deleteModel, lookUp });
  }

  create(context: ProjectContext, body: CreateModel): Promise<ModelResponse> {
    const { key, name = key, system_prompt = null, parameters = {}, fallback = [], provider } = body;
    const capabilities = body.capabilities ?? defaultCapabilities(provider.kind);
    const settings = { key, name, capabilities, system_prompt, parameters, fallback, default: body.default ?? false };
    return this.createBy(context, createModel, (ref) => ({
      ...ref,
      ...settings,
      provider: encodeProvider(this.sealer.seal(provider, { modelId: ref.id, trusted: isTrusted(context) })),
    }));
  }

  async update(context: ProjectContext, idOrKey: string, body: UpdateModel): Promise<ModelResponse> {
    const target = await this.target(context, idOrKey);
    const { provider, ...rest } = body;
    const { id } = target.ref;
    const sealing = { modelId: id, current: this.directory.replica.get(id), trusted: isTrusted(context) };
    const changes = { ...rest, ...(provider && { provider: encodeProvider(this.sealer.seal(provider, sealing)) }) };
    return this.updateBy(context, updateModel, target, changes);
  }

  protected override show(model: Model): ModelResponse {
    return { ...model, provider: toProviderResponse(providerOf(model)) };
  }
}

/** Only keys of the installation may set provider addresses in private networks. */
function isTrusted({ caller }: ProjectContext): boolean {
  return caller.projectId === null;
}

/**
 * External models only label imported answers: they can serve no requests. All models of Anthropic have functions and
 * images.
 */
function defaultCapabilities(kind: CreateModel['provider']['kind']): Model['capabilities'] {
  if (kind === 'anthropic') return ['chat', 'tools', 'images'];
  return kind === 'external' ? [] : ['chat'];
}

/** Settings beside the kind; for a server also whether there is a key, and whether its address is trusted. */
function toProviderResponse(provider: Provider): ModelResponse['provider'] {
  const { kind, settings, sealed_secret } = provider;
  const server = serverOf(provider);
  const trust = server && { has_api_key: sealed_secret !== null, base_url_trusted: server.base_url_trusted };
  // The settings of each kind are checked where they are written.
  return { kind, ...settings, ...trust } as ModelResponse['provider'];
}
