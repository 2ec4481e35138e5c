import { z } from 'zod';

/** OpenAI's bound for the name of a schema. */
const name = z.string().regex(/^[\w-]{1,64}$/, 'expected 1 to 64 letters, digits, underscores or dashes');

/** Larger than those that people write; with the conversation it still fits into a record of a topic. */
const maxSchemaBytes = 64 * 1024;

const jsonSchema = z
  .object({
    name: name.describe('What the answer is.'),
    description: z.string().max(8_192).nullish().describe('What the answer is for.'),
    schema: z
      .record(z.string(), z.unknown())
      .refine(
        (given) => Buffer.byteLength(JSON.stringify(given)) <= maxSchemaBytes,
        `expected a schema of at most ${maxSchemaBytes} bytes`,
      )
      .nullish()
      .describe('The JSON Schema that the answer fits; any object where there is none.'),
    strict: z.boolean().nullish().describe('Given to providers; the embedded engine is always strict.'),
  })
  .transform(({ description, schema, strict, ...rest }) => ({
    ...rest,
    ...(typeof description === 'string' && { description }),
    ...(schema && { schema }),
    ...(typeof strict === 'boolean' && { strict }),
  }))
  .meta({ id: 'ResponseSchema', description: 'What an answer in JSON is to look like.' });

/** What an answer is written as (interface, section 3). */
export const responseFormatSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text') }).describe('Any text.'),
    z.object({ type: z.literal('json_object') }).describe('An object in JSON.'),
    z.object({ type: z.literal('json_schema'), json_schema: jsonSchema }).describe('JSON of that schema.'),
  ])
  .meta({ id: 'ResponseFormat', description: 'What the answer is written as; text unless given.' });
