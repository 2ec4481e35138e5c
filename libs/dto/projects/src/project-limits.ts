import { z } from 'zod';

/** Limits in their one form, in which they are shown and compared: without those that are none, and null where all are. */
export function shortest<Name extends string>(
  limits: { [N in Name]?: number | null } | null,
): { [N in Name]?: number } | null {
  const set = Object.entries(limits ?? {}).filter(([, limit]) => typeof limit === 'number');
  return set.length === 0 ? null : (Object.fromEntries(set) as { [N in Name]?: number });
}

/** A limit above this limits nothing: it is all that a gateway has under way. */
const mostConcurrent = 10_000;

const limit = (most: number, what: string) =>
  z.int().min(1).max(most).nullable().optional().describe(`${what}; null: the installation's default.`);

/** What the caller may set. */
export const limitsSchema = z
  .strictObject({
    concurrent: limit(mostConcurrent, 'Maximum concurrent chats and embeddings in each gateway'),
  })
  .nullable()
  .transform((limits) => shortest(limits))
  .describe("Limits of the project; null: the installation's defaults.");

/** The same as it is shown. */
export const shownLimits = z
  .object({
    concurrent: z.int().optional().describe('Maximum concurrent chats and embeddings in each gateway.'),
  })
  .nullable()
  .describe("Limits of the project. Absent: the installation's default.");
