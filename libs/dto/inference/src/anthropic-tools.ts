import { z } from 'zod';
import { anthropicFieldsOf } from './anthropic-blocks.js';
import { fitsIn, functionParameters, toolNameSchema } from './request-fields.js';

const maxTools = 256;

/** Of all tools in JSON: agents send some dozens, with long descriptions. */
const maxToolsBytes = 256 * 1_024;

const ownTool = z
  .looseObject({
    type: z.literal('custom'),
    name: toolNameSchema.describe('Name that the model calls.'),
    description: z.string().nullish().describe('What the tool does, and when to call it.'),
    input_schema: functionParameters,
    strict: z.boolean().nullish().describe('True: the provider enforces the schema.'),
  })
  .meta({ id: 'AnthropicTool', description: 'A tool of the caller. Its calls are returned to the caller.' });

/** Tools that Anthropic's servers define: the other types of its reference of `POST /v1/messages`. */
const hostedTypes = [
  'bash_20250124',
  'browser_toolset_20260801',
  'code_execution_20250522',
  'code_execution_20250825',
  'code_execution_20260120',
  'code_execution_20260521',
  'computer_toolset_20260801',
  'memory_20250818',
  'text_editor_20250124',
  'text_editor_20250429',
  'text_editor_20250728',
  'tool_search_tool_bm25',
  'tool_search_tool_bm25_20251119',
  'tool_search_tool_regex',
  'tool_search_tool_regex_20251119',
  'web_fetch_20250910',
  'web_fetch_20260209',
  'web_fetch_20260309',
  'web_fetch_20260318',
  'web_search_20250305',
  'web_search_20260209',
  'web_search_20260318',
] as const;

const hostedTool = z.object({ type: z.enum(hostedTypes).describe('Kind of the tool.') }).meta({
  id: 'AnthropicHostedTool',
  description: "A tool that Anthropic's servers define. Dropped, or rejected with `drop_params: false`.",
});

/** Tools of a message. */
export const anthropicToolsSchema = z
  .preprocess(
    (tools) => (Array.isArray(tools) ? tools.map(withType) : tools),
    z
      .array(z.discriminatedUnion('type', [ownTool, hostedTool]))
      .max(maxTools)
      .refine(fitsIn(maxToolsBytes), `expected tools of at most ${maxToolsBytes} bytes in total`),
  )
  .transform((tools) => tools.map((tool) => (tool.type === 'custom' ? withFields(tool) : tool)));

function withType(tool: unknown): unknown {
  const isUntyped = typeof tool === 'object' && tool !== null && (tool as { type?: unknown }).type == null;
  return isUntyped ? { ...tool, type: 'custom' } : tool;
}

function withFields({ type, name, description, input_schema, strict, ...others }: z.output<typeof ownTool>) {
  return { type, name, description, input_schema, strict, ...anthropicFieldsOf(others) };
}

/** Which tools the model is to call. */
export const anthropicToolChoiceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auto'), ...parallelField() }),
  z.object({ type: z.literal('any'), ...parallelField() }),
  z.object({ type: z.literal('tool'), name: toolNameSchema.describe('Name of the tool.'), ...parallelField() }),
  z.object({ type: z.literal('none') }),
]);

function parallelField() {
  return { disable_parallel_tool_use: z.boolean().nullish().describe('True: at most one call at a time.') };
}

/** A tool of a message. */
export type AnthropicTool = z.output<typeof anthropicToolsSchema>[number];
