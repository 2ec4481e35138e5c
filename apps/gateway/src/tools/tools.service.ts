import { Injectable } from '@nestjs/common';
import {
  createTool,
  deleteTool,
  listTools,
  lookUpInferenceCommand as recall,
  updateTool,
  type Tool,
  type ToolEndpoint,
} from '@earshot/contracts-inference';
import { ToolDirectory } from '@earshot/directory';
import type { CreateTool, ToolResponse, UpdateTool } from '@earshot/dto-inference';
import type { ProjectContext } from '../http/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { ProjectResourceService } from '../management/project-resource.service.js';
import { HeaderSealer } from './header-sealer.js';

/** Manages the tools of a project. */
@Injectable()
export class ToolsService extends ProjectResourceService<Tool, ToolResponse> {
  constructor(
    management: ManagementClient,
    directory: ToolDirectory,
    private readonly sealer: HeaderSealer,
  ) {
    super('tool', management, directory, { list: listTools, remove: deleteTool, recall });
  }

  create(context: ProjectContext, body: CreateTool): Promise<ToolResponse> {
    const { key, name = key, description, parameters, enabled = true, headers = {} } = body;
    const settings = { key, name, description, parameters, enabled, endpoint: toEndpoint(body) };
    return this.createBy(context, createTool, (ref) => ({ ...ref, ...settings, ...this.sealer.seal(headers, ref.id) }));
  }

  async update(context: ProjectContext, idOrKey: string, body: UpdateTool): Promise<ToolResponse> {
    const target = await this.target(context, idOrKey);
    const { headers, ...rest } = body;
    const changes = { ...rest, ...(headers && { headers: this.sealer.seal(headers, target.ref.id) }) };
    return this.updateBy(context, updateTool, target, changes);
  }

  /** Leaves out the values of the headers. */
  protected override show({ endpoint, sealed_headers: _, ...tool }: Tool): ToolResponse {
    return { ...tool, ...endpoint };
  }
}

function toEndpoint(body: CreateTool): ToolEndpoint {
  return body.kind === 'http'
    ? { kind: body.kind, url: body.url, method: body.method }
    : { kind: body.kind, url: body.url, tool: body.tool };
}
