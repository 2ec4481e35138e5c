import { keySchema, nameSchema, pageOf, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';
import { functionName, functionParameters, isPlainHttpUrl } from './request-fields.js';

const maxUrlLength = 2_048;
const maxHeaders = 32;

/** What the connection and the body say of themselves. */
const ownHeaders =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|content-type|accept|mcp-.*)$/i;

const url = z
  .string()
  .max(maxUrlLength)
  .refine((text) => isPlainHttpUrl(text, /[#\\]/), 'expected an http or https URL without user, password or fragment')
  .describe(
    'URL of the tool. Networks that are not public are refused, here and at each call, unless the installation allows them.',
  );

const method = z
  .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
  .describe('HTTP method. GET and DELETE send the arguments in the query, other methods as a JSON body.');

const mcpTool = z.string().min(1).max(256).describe('Name of the tool at the MCP server.');

const headers = z
  .record(
    z.string().regex(/^[!#$%&'*+.^`|~\w-]{1,128}$/, 'expected the name of a header'),
    z.string().regex(/^[\x20-\x7e\t]{1,4096}$/, 'expected 1 to 4,096 visible ASCII characters'),
  )
  .refine((given) => Object.keys(given).length <= maxHeaders, `expected at most ${maxHeaders} headers`)
  .refine(namesOnce, 'expected unique header names (case-insensitive)')
  .refine((given) => !Object.keys(given).some((name) => ownHeaders.test(name)), 'names a reserved header')
  .meta({
    description:
      'Headers of each call. Values are write-only. In a change, send all headers, or omit the field to keep them.',
    maxProperties: maxHeaders,
  });

const key = keySchema
  .regex(functionName, 'expected at most 64 lower-case letters, digits, dashes or underscores')
  .describe('Name that models call, unique in its project.');

const settings = {
  key,
  name: nameSchema.optional().describe('Display name. Default: the key.'),
  description: z
    .string()
    .min(1)
    .max(4_096)
    .describe('Description for models: what the tool does, and when to call it.'),
  parameters: functionParameters,
  enabled: z.boolean().optional().describe('True: requests with `use_tools` offer it by default. Default: true.'),
  headers: headers.optional(),
};

/** Body of `POST /api/v1/projects/{project}/tools`. */
export const createToolSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...settings, kind: z.literal('http'), url, method }).describe('An HTTP endpoint.'),
    z
      .strictObject({ ...settings, kind: z.literal('mcp'), url, tool: mcpTool })
      .describe('A tool of an MCP server (streamable HTTP).'),
  ])
  .meta({
    id: 'CreateTool',
    description: 'A new tool.',
    examples: [
      {
        key: 'weather',
        description: 'The weather of a place now.',
        parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
        kind: 'http',
        url: 'https://weather.example/now',
        method: 'GET',
      },
      {
        key: 'search',
        description: 'Searches the manual.',
        parameters: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
        kind: 'mcp',
        url: 'https://manual.example/mcp',
        tool: 'search',
        headers: { authorization: 'Bearer ...' },
      },
    ],
  });

/** Body of `PATCH /api/v1/projects/{project}/tools/{tool}`: what is left out stays as it is. */
export const updateToolSchema = z
  .strictObject({ ...settings, url, method, tool: mcpTool })
  .partial()
  .meta({
    id: 'UpdateTool',
    description: 'Changes of a tool. Absent fields stay unchanged. The kind cannot be changed.',
    examples: [{ enabled: false }],
  });

/** Body of `POST /api/v1/projects/{project}/tools`. */
export type CreateTool = z.output<typeof createToolSchema>;

/** Body of `PATCH /api/v1/projects/{project}/tools/{tool}`. */
export type UpdateTool = z.output<typeof updateToolSchema>;

const shared = {
  id: z.uuid().describe('Id, created by the installation.'),
  key: z.string().describe('Name that models call, unique in its project.'),
  name: z.string().describe('Display name.'),
  project_id: z.uuid().describe('Project of the resource.'),
  description: z.string().describe('Description for models: what the tool does, and when to call it.'),
  parameters: z.record(z.string(), z.unknown()).describe('JSON Schema of the arguments.'),
  enabled: z.boolean().describe('True: requests with `use_tools` offer it by default.'),
  url: z.string().describe('URL of the tool.'),
  header_names: z.array(z.string()).describe('Names of the headers of each call. Their values are never shown.'),
  ...timestampFields,
};

/** A tool as it is shown to those who may manage or read its project. */
export const toolSchema = z
  .discriminatedUnion('kind', [
    z.object({ ...shared, kind: z.literal('http'), method: z.string().describe('HTTP method.') }),
    z.object({ ...shared, kind: z.literal('mcp'), tool: z.string().describe('Name of the tool at the MCP server.') }),
  ])
  .meta({
    id: 'Tool',
    description: 'A tool of a project.',
    examples: [
      {
        id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e21',
        key: 'weather',
        name: 'weather',
        project_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
        description: 'The weather of a place now.',
        parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
        enabled: true,
        kind: 'http',
        url: 'https://weather.example/now',
        method: 'GET',
        header_names: ['authorization'],
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/tools`. */
export const toolPageSchema = pageOf(toolSchema);

/** A tool as it is shown to those who may manage or read its project. */
export type ToolResponse = z.output<typeof toolSchema>;

function namesOnce(given: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(given);
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}
