import { defineCommand, defineState, entity, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { deletion, listing, named } from './resource.js';
import { inferenceCommands, toolsStateTopic } from './topics.js';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const toolEndpoint = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('http'), url: z.string(), method: z.enum(methods) }),
  /** A tool of an MCP server, by its name there. */
  z.object({ kind: z.literal('mcp'), url: z.string(), tool: z.string() }),
]);

/** Where a tool runs. Its kind never changes. */
export type ToolEndpoint = z.infer<typeof toolEndpoint>;

const headers = {
  /** Headers of each call: a JSON object, sealed (service-kit, `SecretBox`); null for none. */
  sealed_headers: z.string().nullable(),
  /** The names in it. */
  header_names: z.array(z.string()),
};

const settings = {
  /** What models call it by. */
  key: z.string(),
  name: z.string(),
  description: z.string(),
  /** JSON Schema of its arguments, an object. */
  parameters: z.record(z.string(), z.unknown()),
  /** Whether requests with `use_tools` offer it by default. */
  enabled: z.boolean(),
};

const tool = z.object({ ...entity, project_id: id, ...settings, endpoint: toolEndpoint, ...headers });

/** A tool of a project. */
export type Tool = z.infer<typeof tool>;

/** Every tool, by id. */
export const toolsState = defineState<Tool>({
  topic: toolsStateTopic,
  type: 'tool.v1',
  schema: tool,
  key: (value) => value.id,
});

/** Creates a tool. Errors: `project_not_found`, `key_taken`, `id_taken`, `too_many_tools`, `address_not_allowed`. */
export const createTool = defineCommand({
  topic: inferenceCommands,
  type: 'create-tool.v1',
  request: z.object({ ...named, ...settings, endpoint: toolEndpoint, ...headers }),
  reply: tool,
});

/**
 * Changes the given fields of a tool; headers are replaced as a whole. Errors: `tool_not_found`, `key_taken`,
 * `tool_kind_fixed`, `address_not_allowed`; `headers_required` if stored headers would go to another address.
 */
export const updateTool = defineCommand({
  topic: inferenceCommands,
  type: 'update-tool.v1',
  request: z.object({
    ...named,
    changes: z.object({
      ...z.object(settings).partial().shape,
      url: z.string().optional(),
      method: z.enum(methods).optional(),
      tool: z.string().optional(),
      headers: z.object(headers).optional(),
    }),
  }),
  reply: tool,
});

/** Removes a tool. Refused with `tool_not_found`. */
export const deleteTool = defineCommand({
  topic: inferenceCommands,
  type: 'delete-tool.v1',
  ...deletion,
});

/** The tools of a project, the oldest first. */
export const listTools = defineCommand({
  topic: inferenceCommands,
  type: 'list-tools.v1',
  ...listing(tool),
});

/** Request of {@link createTool}. */
export type CreateTool = z.infer<typeof createTool.request>;

/** Request of {@link updateTool}. */
export type UpdateTool = z.infer<typeof updateTool.request>;
