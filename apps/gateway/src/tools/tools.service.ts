import { Injectable, Inject } from '@nestjs/common';
import {
  createTool,
  deleteTool,
  listTools,
  lookUpInferenceCommand as lookUp,
  updateTool,
  type Tool,
  type ToolEndpoint,
} from '@earshot/contracts-inference';
import { ToolDirectory } from '@earshot/directory';
import type { CreateTool, ToolResponse, UpdateTool } from '@earshot/dto-inference';
import { CONFIG, SecretBox } from '@earshot/service-kit';
import type { ProjectContext } from '../auth/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { ProjectResourceService } from '../management/project-resource.service.js';
import type { GatewayConfig } from '../config.js';

/** Manages the tools of a project. */
@Injectable()
export class ToolsService extends ProjectResourceService<Tool, ToolResponse> {
  readonly #box: SecretBox;

  constructor(
    management: ManagementClient,
    directory: ToolDirectory,
    @Inject(CONFIG) { secretKey, acceptedSecretKeys }: Pick<GatewayConfig, 'secretKey' | 'acceptedSecretKeys'>,
  ) {
    super('tool', management, directory, { list: listTools, remove: deleteTool, lookUp });
    this.#box = new SecretBox(secretKey, 'tool-headers', acceptedSecretKeys);
  }

  create(context: ProjectContext, body: CreateTool): Promise<ToolResponse> {
    const { key, name = key, description, parameters, enabled = true, headers = {} } = body;
    const settings = { key, name, description, parameters, enabled, endpoint: toEndpoint(body) };
    return this.createBy(context, createTool, (ref) => ({ ...ref, ...settings, ...this.#sealed(headers, ref.id) }));
  }

  async update(context: ProjectContext, idOrKey: string, body: UpdateTool): Promise<ToolResponse> {
    const target = await this.target(context, idOrKey);
    const { headers, ...rest } = body;
    const changes = { ...rest, ...(headers && { headers: this.#sealed(headers, target.ref.id) }) };
    return this.updateBy(context, updateTool, target, changes);
  }

  /** Seals headers, which only the inference service opens; their lower-case names stay readable. */
  #sealed(headers: Readonly<Record<string, string>>, toolId: string): Pick<Tool, 'sealed_headers' | 'header_names'> {
    const sorted = Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    if (sorted.length === 0) return { sealed_headers: null, header_names: [] };
    // Repeatable: a retry under the same idempotency key must be the same command.
    const sealed_headers = this.#box.seal(JSON.stringify(Object.fromEntries(sorted)), toolId, { repeatable: true });
    return { sealed_headers, header_names: sorted.map(([name]) => name) };
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
