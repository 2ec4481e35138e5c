import { Injectable } from '@nestjs/common';
import {
  createTool,
  deleteTool,
  listTools,
  lookUpInferenceCommand,
  updateTool,
  type Tool,
} from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import type { ListQuery } from '@earshot/dto-common';
import type { CreateTool, ToolResponse, UpdateTool } from '@earshot/dto-inference';
import { notFound } from '@earshot/errors';
import { ProjectAccess } from '../auth/project-access.js';
import { ToolDirectory } from '../directory/tool-directory.js';
import type { RequestContext } from '../http/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { showPage, type Page } from '../management/page.js';
import { writeIds } from '../management/write-ids.js';
import { HeaderSealer } from './header-sealer.js';
import { toEndpoint, toToolResponse } from './tool.mapper.js';

/** Turns requests about tools into commands to the service that owns them. */
@Injectable()
export class ToolsService {
  constructor(
    private readonly management: ManagementClient,
    private readonly access: ProjectAccess,
    private readonly directory: ToolDirectory,
    private readonly sealer: HeaderSealer,
  ) {}

  async create(context: RequestContext, project: string, body: CreateTool): Promise<ToolResponse> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    const { command, entity: id } = writeIds(context, project_id);
    const { key, name = key, description, parameters, enabled = true, headers = {} } = body;
    const settings = { key, name, description, parameters, enabled, endpoint: toEndpoint(body) };
    const request = { id, project_id, ...settings, ...this.sealer.seal(headers, id) };
    return toToolResponse(
      await this.management.write(createTool, request, this.#writing(context, command, project_id)),
    );
  }

  async list(context: RequestContext, project: string, page: ListQuery): Promise<Page<ToolResponse>> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    return showPage(await this.management.read(listTools, { ...page, project_id }, context.call), toToolResponse);
  }

  async read(context: RequestContext, project: string, tool: string): Promise<ToolResponse> {
    return toToolResponse(await this.#find(await this.access.resolve(context.caller, project), tool));
  }

  async update(context: RequestContext, project: string, name: string, body: UpdateTool): Promise<ToolResponse> {
    const { command, id, project_id } = await this.#target(context, project, name);
    const { headers, ...rest } = body;
    const changes = { ...rest, ...(headers && { headers: this.sealer.seal(headers, id) }) };
    const writing = this.#writing(context, command, project_id);
    return toToolResponse(await this.management.write(updateTool, { id, project_id, changes }, writing));
  }

  async remove(context: RequestContext, project: string, name: string): Promise<void> {
    const { command, id, project_id } = await this.#target(context, project, name);
    await this.management.write(deleteTool, { id, project_id }, this.#writing(context, command, project_id));
  }

  async #target(context: RequestContext, project: string, name: string) {
    const owner = await this.access.resolve(context.caller, project);
    const { command } = writeIds(context, owner.id);
    const find = () => this.#find(owner, name);
    const id = await this.management.target(context, command, lookUpInferenceCommand, find);
    return { command, project_id: owner.id, id };
  }

  async #find({ id, key }: Pick<Project, 'id' | 'key'>, name: string): Promise<Tool> {
    const tool = await this.directory.findFenced(id, name);
    if (tool === undefined) throw notFound('tool', `${key}/${name}`);
    return tool;
  }

  #writing({ call }: RequestContext, id: string, key: string) {
    return { call, id, key, changes: this.directory.replica };
  }
}
