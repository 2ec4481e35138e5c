import { z } from 'zod';

const limitText = 'expected an integer from 1 to 100';

/** A number as a query string writes it; what is none stays the text that it is. */
const wholeNumber = (text: unknown) => (typeof text === 'string' && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : text);

/** Makes a query parameter optional; it is null unless given. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().transform((given): z.output<Schema> | null => given ?? null);
}

/** Which part of a list a caller asks for, from the query string. */
export const listQuerySchema = z.strictObject({
  limit: z
    .preprocess(wholeNumber, z.int(limitText).min(1, limitText).max(100, limitText))
    .default(20)
    .describe('Maximum number of entries.'),
  cursor: orNull(z.string().min(1).max(1_024)).describe('`next_cursor` of the previous page. Default: the first page.'),
});

/** Which part of a list a caller asks for. */
export type ListQuery = z.infer<typeof listQuerySchema>;
