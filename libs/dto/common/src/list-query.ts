import { z } from 'zod';

const limitText = 'expected a whole number from 1 to 100';

/** Which part of a list a caller asks for, from the query string. */
export const listQuerySchema = z.strictObject({
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, limitText)
    .default('20')
    .transform(Number)
    .describe('How many entries at most, 1 to 100, 20 unless given.'),
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
