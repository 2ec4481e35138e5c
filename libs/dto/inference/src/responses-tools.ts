import { z } from 'zod';
import { fitsIn, functionParameters, toolNameSchema } from './request-fields.js';

/** As many as chats take. */
const maxTools = 128;

/** Of all tools in JSON. */
const maxToolsBytes = 256 * 1_024;

const name = toolNameSchema;
const description = z.string().nullish().describe('What the tool does, and when to call it.');

const functionTool = z
  .object({
    type: z.literal('function'),
    name: name.describe('Name that the model calls.'),
    description,
    parameters: functionParameters.nullish(),
    strict: z.boolean().nullish().describe('True: the provider enforces the schema.'),
  })
  .meta({ id: 'ResponseFunctionTool', description: 'A function of the caller.' });

const customTool = z
  .object({
    type: z.literal('custom'),
    name: name.describe('Name that the model calls.'),
    description,
    format: z.record(z.string(), z.unknown()).nullish().describe('Format of the input. The model is told about it.'),
  })
  .meta({ id: 'ResponseCustomTool', description: 'A tool of the caller whose input is any text.' });

const namespace = z
  .object({
    type: z.literal('namespace'),
    name: name.describe('Name of the namespace.'),
    description,
    tools: z.array(z.discriminatedUnion('type', [functionTool, customTool])).describe('Tools of the namespace.'),
  })
  .meta({ id: 'ResponseNamespace', description: 'Tools of the caller under a common name.' });

/** Tools that OpenAI's servers run: the other types of its reference of `POST /responses`. */
const hostedTypes = [
  'apply_patch',
  'code_interpreter',
  'computer',
  'computer_use_preview',
  'file_search',
  'image_generation',
  'local_shell',
  'mcp',
  'programmatic_tool_calling',
  'shell',
  'tool_search',
  'web_search',
  'web_search_2025_08_26',
  'web_search_preview',
  'web_search_preview_2025_03_11',
] as const;

const hostedTool = z.object({ type: z.enum(hostedTypes).describe('Kind of the tool.') }).meta({
  id: 'ResponseHostedTool',
  description: "A tool that OpenAI's servers run. Dropped, or rejected with `drop_params: false`.",
});

/** Tools of a response. */
export const responseToolsSchema = z
  .array(z.discriminatedUnion('type', [functionTool, customTool, namespace, hostedTool]))
  .max(2 * maxTools)
  .refine(fitsIn(maxToolsBytes), `expected tools of at most ${maxToolsBytes} bytes in total`);

/** Which tools the model is to call. */
export const responseToolChoiceSchema = z.union([
  z.enum(['none', 'auto', 'required']),
  z.object({
    type: z.enum(['function', 'custom']).describe('Kind of the tool.'),
    name: name.describe('Name of the tool.'),
  }),
]);

/** A tool of a response. */
export type ResponseTool = z.output<typeof responseToolsSchema>[number];

/** A tool of the caller. */
export type ResponseOwnTool = z.output<typeof functionTool> | z.output<typeof customTool>;

/** Tools of the caller under a common name. */
export type ResponseNamespace = z.output<typeof namespace>;
