import { id } from '@earshot/contracts-core';
import { templateProblem } from '@earshot/prompt-template';
import { z } from 'zod';

/** A uuid in any case; the output is lower case. */
export const uuidSchema = id.toLowerCase();

/** Prefixes of the ids of answers with one choice. Behind them is the id of the completion. */
const answerPrefixes = /^(?:chatcmpl-|resp_|msg_)/;

/**
 * Id of a completion, or of an answer with one choice, such as `chatcmpl-…`; the output is the id of the completion.
 */
export const completionIdSchema = z
  .string()
  .transform((given) => given.replace(answerPrefixes, ''))
  .pipe(uuidSchema);

/** A key that a caller chooses for an entity. */
export const keySchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,127}$/,
    'expected 1 to 128 lower-case letters, digits, dots, dashes or underscores, the first one a letter or digit',
  )
  .describe('Short name for URLs, unique in its project.');

/** Id or key of an entity. */
export const idOrKeySchema = z.string().min(1).max(128).describe('Id (uuid) or key of a resource.');

/** An end user as the caller names it: a uuid, or any text. */
export const endUserSchema = z.string().max(1_024);

/** A name for people. */
export const nameSchema = z.string().min(1).max(200).describe('Display name.');

/** A system prompt. 64 Ki characters: several times the longest in use, and still a small record of a state topic. */
export const promptSchema = z
  .string()
  .max(65_536)
  .superRefine((prompt, context) => {
    const problem = templateProblem(prompt);
    if (problem !== null) context.addIssue({ code: 'custom', message: `expected a Liquid template: ${problem}` });
  })
  .describe(
    'System prompt, a Liquid template. Tags and outputs have at most 16 Ki characters. Filters that evaluate expressions (`*_exp`) are not supported.',
  );

/** Times of creation and last change. */
export const timestampFields = {
  created_at: z.iso.datetime().describe('Creation time, RFC 3339 in UTC.'),
  updated_at: z.iso.datetime().describe('Time of the last change, RFC 3339 in UTC.'),
};

/** Creates the schema of a page; its name and example derive from those of the item. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  const { id, examples = [] } = item.meta() as { id: string; examples?: unknown[] };
  return z
    .object({
      data: z.array(item),
      next_cursor: z.string().nullable().describe('`cursor` of the next page; null on the last page.'),
    })
    .meta({
      id: `${id}Page`,
      description: 'One page of a list.',
      examples: examples.slice(0, 1).map((example) => ({ data: [example], next_cursor: null })),
    });
}

/** Converts a number in a query string; other text stays unchanged. */
const wholeNumber = (text: unknown) => (typeof text === 'string' && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : text);

/** Makes a query parameter optional; it is null unless given. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().transform((given): z.output<Schema> | null => given ?? null);
}

/** `limit` of a query string, from 1. @param max at most 999. */
export function limitSchema(max: number, byDefault: number) {
  const text = `expected an integer from 1 to ${max}`;
  return z.preprocess(wholeNumber, z.int(text).min(1, text).max(max, text)).default(byDefault);
}

/** Query string of a list. */
export const listQuerySchema = z.strictObject({
  limit: limitSchema(100, 20).describe('Maximum number of entries.'),
  cursor: orNull(z.string().min(1).max(1_024)).describe('`next_cursor` of the previous page. Default: the first page.'),
});

/** Query string of a list. */
export type ListQuery = z.infer<typeof listQuerySchema>;

/** Order of a list by time. */
export const orderSchema = z
  .enum(['asc', 'desc'])
  .default('asc')
  .describe('`asc`: oldest first. `desc`: newest first.');

/** Maximum size of details in UTF-8, bytes. */
const maxDetailsBytes = 65_536;

/** Details of feedback, alone or with an imported interaction. */
export const detailsSchema = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= maxDetailsBytes, `expected at most ${maxDetailsBytes} bytes`)
  .nullish()
  .describe('Text, at most 64 KiB in UTF-8.');
