import type { Tool } from '@earshot/contracts-inference';
import type { ToolEntity } from '../database/entities/tool.entity.js';

/** The tool of a row, as it is shown and published. */
export function toTool(row: ToolEntity): Tool {
  return {
    id: row.id,
    project_id: row.projectId,
    key: row.key,
    name: row.name,
    description: row.description,
    parameters: row.parameters as Tool['parameters'],
    endpoint: row.endpoint,
    sealed_headers: row.sealedHeaders,
    header_names: row.headerNames,
    enabled: row.enabled,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The row of a tool. */
export function toRow(tool: Tool): ToolEntity {
  return {
    id: tool.id,
    projectId: tool.project_id,
    key: tool.key,
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    endpoint: tool.endpoint,
    sealedHeaders: tool.sealed_headers,
    headerNames: tool.header_names,
    enabled: tool.enabled,
    createdAt: new Date(tool.created_at),
    updatedAt: new Date(tool.updated_at),
  };
}
