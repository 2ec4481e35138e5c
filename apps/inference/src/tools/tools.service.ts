import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import type { CallContext } from '@earshot/contracts-core';
import {
  toolsState,
  type createTool,
  type deleteTool,
  type listTools,
  type Tool,
  type ToolEndpoint,
  type updateTool,
} from '@earshot/contracts-inference';
import { ProjectDirectory } from '@earshot/directory';
import { nextUpdate, now, Outbox, type Transaction } from '@earshot/persistence';
import type { z } from 'zod';
import { toolUrlNotAllowed } from '../outgoing/outgoing.errors.js';
import { ToolAddresses } from '../outgoing/outgoing.module.js';
import { headersRequired, keyTaken, kindFixed, toolNotFound, tooManyTools } from './tools.errors.js';
import { ToolsRepository } from './tools.repository.js';

/** See the contract `create-tool.v1`. */
export type CreateTool = z.infer<typeof createTool.request>;
/** See the contract `update-tool.v1`. */
export type UpdateTool = z.infer<typeof updateTool.request>;
/** See the contract `delete-tool.v1`. */
export type DeleteTool = z.infer<typeof deleteTool.request>;
/** See the contract `list-tools.v1`. */
export type ListTools = z.infer<typeof listTools.request>;
/** See the contract `list-tools.v1`. */
export type ToolPage = z.infer<typeof listTools.reply>;

/** OpenAI's limit for one request. */
const maxTools = 128;

/** The rules of tools: keys are unique in a project, and headers go to no address that they were not given for. */
@Injectable()
export class ToolsService {
  constructor(
    private readonly tools: ToolsRepository,
    private readonly projects: ProjectDirectory,
    private readonly addresses: ToolAddresses,
    private readonly outbox: Outbox,
    private readonly changes: ResourceChanges,
  ) {}

  /**
   * Creates a tool. @throws AppError `project_not_found`, `key_taken`, `id_taken`, `too_many_tools`,
   * `address_not_allowed`
   */
  async create(tx: Transaction, request: CreateTool, call: CallContext): Promise<Tool> {
    await this.tools.lockProject(tx, request.project_id);
    await this.projects.require(request.project_id);
    if (await this.tools.findByKey(tx, request.project_id, request.key)) throw keyTaken(request.key);
    if ((await this.tools.count(tx, request.project_id)) >= maxTools) throw tooManyTools(maxTools);
    this.#requireAllowed(request.endpoint);
    const created_at = now();
    const tool = { ...request, created_at, updated_at: created_at };
    await this.tools.insert(tx, tool);
    await this.#publish(tx, null, tool, call);
    return tool;
  }

  /**
   * Changes the given fields. @throws AppError `tool_not_found`, `key_taken`, `tool_kind_fixed`, `headers_required`,
   * `address_not_allowed`
   */
  async update(tx: Transaction, { id, project_id, changes }: UpdateTool, call: CallContext): Promise<Tool> {
    await this.tools.lockProject(tx, project_id);
    const current = await this.#require(tx, project_id, id);
    const { url, method, tool: named, headers, ...settings } = changes;
    if (settings.key !== undefined && settings.key !== current.key) {
      if (await this.tools.findByKey(tx, project_id, settings.key)) throw keyTaken(settings.key);
    }
    const endpoint = changed(current.endpoint, { url, method, tool: named });
    if (endpoint.url !== current.endpoint.url && current.sealed_headers !== null && headers === undefined) {
      throw headersRequired();
    }
    if (url !== undefined) this.#requireAllowed(endpoint);
    const updated_at = nextUpdate(current.updated_at);
    const tool: Tool = { ...current, ...given(settings), ...headers, endpoint, updated_at };
    await this.tools.update(tx, tool);
    await this.#publish(tx, current, tool, call);
    return tool;
  }

  /** Removes a tool. @throws AppError `tool_not_found` */
  async remove(tx: Transaction, { id, project_id }: DeleteTool, call: CallContext): Promise<{ id: string }> {
    await this.tools.lockProject(tx, project_id);
    const tool = await this.#require(tx, project_id, id);
    await this.tools.delete(tx, id);
    await this.#publish(tx, tool, null, call);
    return { id };
  }

  /** The tools of a project, the oldest first. @throws AppError `cursor_invalid` */
  list(tx: Transaction, request: ListTools): Promise<ToolPage> {
    return this.tools.page(tx, request);
  }

  /** Deletes all tools of a deleted project. @returns the number of tools */
  removeAllOf(projectId: string, call: CallContext): Promise<number> {
    return this.tools.transaction(async (tx) => {
      await this.tools.lockProject(tx, projectId);
      const ids = await this.tools.deleteOfProject(tx, projectId);
      await this.outbox.tombstones(tx, toolsState, ids, call);
      return ids.length;
    });
  }

  /** Ids of the projects that have tools. */
  projectIds(): Promise<string[]> {
    return this.tools.projectIds();
  }

  /** As far as it shows in the address itself; the rest shows when a connection is made. */
  #requireAllowed({ url }: ToolEndpoint): void {
    if (!this.addresses.mayPermit(url)) throw toolUrlNotAllowed();
  }

  async #publish(tx: Transaction, before: Tool | null, after: Tool | null, call: CallContext): Promise<void> {
    const project_id = (after ?? before)?.project_id ?? null;
    await this.changes.publish(tx, toolsState, { resource: 'tool', project_id, before, after }, call);
  }

  async #require(tx: Transaction, projectId: string, id: string): Promise<Tool> {
    const tool = await this.tools.find(tx, projectId, id);
    if (!tool) throw toolNotFound(id);
    return tool;
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

/** Without the fields that were not given. */
function given<Changes extends object>(changes: Changes): Partial<Changes> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Changes>;
}
