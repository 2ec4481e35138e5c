import type { Tool, ToolEndpoint } from '@earshot/contracts-inference';
import type { CreateTool, ToolResponse } from '@earshot/dto-inference';

/** A tool as callers may see it: without the values of its headers. */
export function toToolResponse(tool: Tool): ToolResponse {
  const { id, key, name, project_id, description, parameters, enabled } = tool;
  const { endpoint, header_names, created_at, updated_at } = tool;
  const settings = { id, key, name, project_id, description, parameters, enabled };
  return { ...settings, ...endpoint, header_names, created_at, updated_at };
}

/** Where a tool that is to be made runs. */
export function toEndpoint(body: CreateTool): ToolEndpoint {
  return body.kind === 'http'
    ? { kind: body.kind, url: body.url, method: body.method }
    : { kind: body.kind, url: body.url, tool: body.tool };
}
