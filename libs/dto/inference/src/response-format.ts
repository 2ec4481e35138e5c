import { z } from 'zod';
import { fitsIn } from './request-fields.js';

/** OpenAI's bound for the name of a schema. */
export const schemaName = z.string().regex(/^[\w-]{1,64}$/, 'expected 1 to 64 letters, digits, underscores or dashes');

/** Larger than those that people write; with the conversation it still fits into a record of a topic. */
const maxSchemaBytes = 64 * 1024;

/** JSON Schema of an answer. */
export const answerSchema = z
  .record(z.string(), z.unknown())
  .refine(fitsIn(maxSchemaBytes), `expected a schema of at most ${maxSchemaBytes} bytes`);

const jsonSchema = z
  .object({
    name: schemaName.describe('Name of the schema.'),
    description: z.string().max(8_192).nullish().describe('Purpose of the answer.'),
    schema: answerSchema.nullish().describe('JSON Schema of the answer. Default: any object.'),
    strict: z.boolean().nullish().describe('Passed to providers. The embedded engine is always strict.'),
  })
  .transform(({ description, schema, strict, ...rest }) => ({
    ...rest,
    ...(typeof description === 'string' && { description }),
    ...(schema && { schema }),
    ...(typeof strict === 'boolean' && { strict }),
  }))
  .meta({ id: 'ResponseSchema', description: 'Schema of a JSON answer.' });

/** Format of an answer. */
export const responseFormatSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text') }).describe('Any text.'),
    z.object({ type: z.literal('json_object') }).describe('A JSON object.'),
    z.object({ type: z.literal('json_schema'), json_schema: jsonSchema }).describe('JSON that matches the schema.'),
  ])
  .meta({ id: 'ResponseFormat', description: 'Format of the answer. Default: text.' });
