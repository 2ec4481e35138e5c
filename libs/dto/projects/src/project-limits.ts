import { z } from 'zod';

/** Returns limits in canonical form: without unset ones, and null if all are unset. */
export function withoutUnset<Name extends string>(
  limits: { [N in Name]?: number | null } | null,
): { [N in Name]?: number } | null {
  const set = Object.entries(limits ?? {}).filter(([, limit]) => typeof limit === 'number');
  return set.length === 0 ? null : (Object.fromEntries(set) as { [N in Name]?: number });
}

/** A higher limit has no effect: a gateway never has more requests in progress. */
const maxConcurrent = 10_000;

const limit = (most: number, what: string) =>
  z.int().min(1).max(most).nullable().optional().describe(`${what}; null: the installation's default.`);

/** Limits as the caller sends them. */
export const limitsSchema = z
  .strictObject({
    concurrent: limit(maxConcurrent, 'Maximum concurrent chats and embeddings in each gateway'),
  })
  .nullable()
  .transform((limits) => withoutUnset(limits))
  .describe("Limits of the project; null: the installation's defaults.");

/** Limits as a response shows them. */
export const shownLimits = z
  .object({
    concurrent: z.int().optional().describe('Maximum concurrent chats and embeddings in each gateway.'),
  })
  .nullable()
  .describe("Limits of the project. Absent: the installation's default.");
