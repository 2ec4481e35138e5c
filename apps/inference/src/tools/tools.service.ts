import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import type { CallContext } from '@earshot/contracts-core';
import {
  toolsState,
  type CreateTool,
  type ListResources,
  type NamedResource,
  type Tool,
  type ToolEndpoint,
  type UpdateTool,
} from '@earshot/contracts-inference';
import { ProjectDirectory } from '@earshot/directory';
import { nextUpdate, now, type Transaction } from '@earshot/persistence';
import { definedFields } from '../database/project-rows.js';
import { toolUrlNotAllowed } from '../outgoing/outgoing.errors.js';
import { ToolAddresses } from '../outgoing/outgoing.module.js';
import { headersRequired, kindFixed, tooManyTools } from './tools.errors.js';
import { ToolsRepository } from './tools.repository.js';

/** OpenAI's limit for one request. */
const maxTools = 128;

/** The rules of tools: keys are unique in a project, and headers go to no address that they were not given for. */
@Injectable()
export class ToolsService {
  constructor(
    private readonly tools: ToolsRepository,
    private readonly projects: ProjectDirectory,
    private readonly addresses: ToolAddresses,
    private readonly changes: ResourceChanges,
  ) {}

  /** @throws AppError `project_not_found`, `key_taken`, `id_taken`, `too_many_tools`, `address_not_allowed` */
  async create(tx: Transaction, request: CreateTool, call: CallContext): Promise<Tool> {
    await this.tools.lockProject(tx, request.project_id);
    await this.projects.require(request.project_id);
    await this.tools.requireFreeKey(tx, request.project_id, request.key);
    if ((await this.tools.count(tx, request.project_id)) >= maxTools) throw tooManyTools(maxTools);
    this.#requireAllowed(request.endpoint);
    const created_at = now();
    const tool = { ...request, created_at, updated_at: created_at };
    await this.tools.insert(tx, tool);
    await this.#publish(tx, null, tool, call);
    return tool;
  }

  /** @throws AppError `tool_not_found`, `key_taken`, `tool_kind_fixed`, `headers_required`, `address_not_allowed` */
  async update(tx: Transaction, { id, project_id, changes }: UpdateTool, call: CallContext): Promise<Tool> {
    const current = await this.tools.lock(tx, { id, project_id });
    const { url, method, tool: named, headers, ...settings } = changes;
    if (settings.key !== undefined && settings.key !== current.key) {
      await this.tools.requireFreeKey(tx, project_id, settings.key);
    }
    const endpoint = changed(current.endpoint, { url, method, tool: named });
    if (endpoint.url !== current.endpoint.url && current.sealed_headers !== null && headers === undefined) {
      throw headersRequired();
    }
    if (url !== undefined) this.#requireAllowed(endpoint);
    const updated_at = nextUpdate(current.updated_at);
    const tool: Tool = { ...current, ...definedFields(settings), ...headers, endpoint, updated_at };
    await this.tools.update(tx, tool);
    await this.#publish(tx, current, tool, call);
    return tool;
  }

  /** Removes a tool. @throws AppError `tool_not_found` */
  async remove(tx: Transaction, which: NamedResource, call: CallContext): Promise<{ id: string }> {
    const tool = await this.tools.lock(tx, which);
    await this.tools.delete(tx, tool.id);
    await this.#publish(tx, tool, null, call);
    return { id: tool.id };
  }

  /** The tools of a project, the oldest first. @throws AppError `cursor_invalid` */
  list(tx: Transaction, request: ListResources) {
    return this.tools.page(tx, request);
  }

  /** As far as it shows in the address itself; the rest shows when a connection is made. */
  #requireAllowed({ url }: ToolEndpoint): void {
    if (!this.addresses.mayPermit(url)) throw toolUrlNotAllowed();
  }

  async #publish(tx: Transaction, before: Tool | null, after: Tool | null, call: CallContext): Promise<void> {
    const project_id = (after ?? before)?.project_id ?? null;
    await this.changes.publish(tx, toolsState, { resource: 'tool', project_id, before, after }, call);
  }
}

type EndpointChanges = Pick<UpdateTool['changes'], 'url' | 'method' | 'tool'>;

/** @throws AppError `tool_kind_fixed` */
function changed(current: ToolEndpoint, { url = current.url, method, tool }: EndpointChanges): ToolEndpoint {
  if (current.kind === 'http') {
    if (tool !== undefined) throw kindFixed('tool', current.kind);
    return { ...current, url, method: method ?? current.method };
  }
  if (method !== undefined) throw kindFixed('method', current.kind);
  return { ...current, url, tool: tool ?? current.tool };
}
