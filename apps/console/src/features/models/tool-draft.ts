import type { Schemas } from '../../api/client.js';
import { changesOf } from '../resource/changes.js';
import type { Tool } from './queries.js';

/** HTTP methods of a tool. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** One header as it is typed. */
export interface HeaderDraft {
  readonly name: string;
  readonly value: string;
}

/** What the form of a tool holds. */
export interface ToolDraft {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly kind: Tool['kind'];
  readonly url: string;
  readonly method: (typeof methods)[number];
  /** Name at the MCP server. */
  readonly tool: string;
  /** JSON Schema of the arguments, as text. */
  readonly parameters: string;
  /** New headers; null keeps the stored ones. */
  readonly headers: readonly HeaderDraft[] | null;
  readonly isEnabled: boolean;
}

const firstSchema = { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] };

/** The form of a tool; of a new one without a tool. */
export function toolDraftOf(tool: Tool | null): ToolDraft {
  return {
    key: tool?.key ?? '',
    name: tool === null || tool.name === tool.key ? '' : tool.name,
    description: tool?.description ?? '',
    kind: tool?.kind ?? 'http',
    url: tool?.url ?? '',
    method: methods.find((method) => tool?.kind === 'http' && tool.method === method) ?? 'GET',
    tool: tool?.kind === 'mcp' ? tool.tool : '',
    parameters: JSON.stringify(tool?.parameters ?? firstSchema, null, 2),
    headers: tool === null || tool.header_names.length === 0 ? [] : null,
    isEnabled: tool?.enabled ?? true,
  };
}

/** The body that creates a tool. Its schema must have been checked. */
export function createToolBody(draft: ToolDraft): Schemas['CreateTool'] {
  const shared = {
    key: draft.key,
    name: draft.name === '' ? undefined : draft.name,
    description: draft.description,
    parameters: JSON.parse(draft.parameters) as Record<string, unknown>,
    enabled: draft.isEnabled,
    url: draft.url,
    headers: headersOf(draft.headers),
  };
  return draft.kind === 'http'
    ? { ...shared, kind: 'http', method: draft.method }
    : { ...shared, kind: 'mcp', tool: draft.tool };
}

/** The body that changes a tool: changed fields only. The kind is fixed. */
export function updateToolBody(tool: Tool, draft: ToolDraft): Schemas['UpdateTool'] {
  const { kind: _kind, headers, ...fields } = createToolBody({ ...draft, name: draft.name || draft.key });
  const changesHeaders = draft.headers !== null && (draft.headers.length > 0 || tool.header_names.length > 0);
  return { ...changesOf(tool, fields), ...(changesHeaders && { headers: headers ?? {} }) };
}

function headersOf(headers: readonly HeaderDraft[] | null): Record<string, string> | undefined {
  const given = headers?.filter(({ name }) => name !== '') ?? [];
  return given.length === 0 ? undefined : Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

const maxSchemaBytes = 32 * 1024;

/** What is wrong with the text of a JSON Schema of arguments; null for nothing. */
export function schemaProblem(text: string): string | null {
  const { value, problem } = parsed(text);
  if (problem !== null) return problem;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Enter a JSON object.';
  const schema = value as Record<string, unknown>;
  if (schema['type'] !== 'object') return 'The schema needs "type": "object".';
  const { properties, required } = schema;
  if (properties !== undefined && (typeof properties !== 'object' || properties === null))
    return '"properties" must be an object.';
  if (required !== undefined && !Array.isArray(required)) return '"required" must be a list of names.';
  const missing = (required as unknown[] | undefined)?.find((name) => !Object.hasOwn(properties ?? {}, String(name)));
  if (missing !== undefined) return `"required" names ${JSON.stringify(missing)}, which "properties" lacks.`;
  if (new TextEncoder().encode(JSON.stringify(value)).length > maxSchemaBytes) return 'The schema exceeds 32 KiB.';
  return null;
}

function parsed(text: string): { value?: unknown; problem: string | null } {
  try {
    return { value: JSON.parse(text) as unknown, problem: null };
  } catch (error) {
    return { problem: `Not JSON yet: ${(error as Error).message}` };
  }
}
