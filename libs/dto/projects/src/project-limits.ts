import { z } from 'zod';
import { shortest } from './shortest-limits.js';

/** A limit above this limits nothing: it is all that a gateway has under way. */
const mostConcurrent = 10_000;

const limit = (most: number, what: string) =>
  z.int().min(1).max(most).nullable().optional().describe(`${what}; null for the default of the installation.`);

/** What the caller may set. */
export const limitsSchema = z
  .strictObject({
    concurrent: limit(mostConcurrent, 'Chats and embeddings that may be under way at one time in each gateway'),
  })
  .nullable()
  .transform((limits) => shortest(limits))
  .describe('What the project may use at most; null for the defaults of the installation.');

/** The same as it is shown. */
export const shownLimits = z
  .object({
    concurrent: z.int().optional().describe('Chats and embeddings that may be under way at one time in each gateway.'),
  })
  .nullable()
  .describe('What the project may use at most; for what is absent, the default of the installation holds.');
