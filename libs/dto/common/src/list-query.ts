import { z } from 'zod';

const limitText = 'expected a whole number from 1 to 100';

/** A number as a query string writes it; what is none stays the text that it is. */
const wholeNumber = (text: unknown) => (typeof text === 'string' && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : text);

/** Which part of a list a caller asks for, from the query string. */
export const listQuerySchema = z.strictObject({
  limit: z
    .preprocess(wholeNumber, z.int(limitText).min(1, limitText).max(100, limitText))
    .default(20)
    .describe('How many entries at most.'),
  cursor: z
    .string()
    .min(1)
    .max(1_024)
    .optional()
    .transform((cursor) => cursor ?? null)
    .describe('`next_cursor` of the part before; the first part unless given.'),
});

/** Which part of a list a caller asks for. */
export type ListQuery = z.infer<typeof listQuerySchema>;
