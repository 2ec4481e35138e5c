import { z } from 'zod';

/** More than this in one list is a file that went wrong, not one that somebody wrote. */
const maxEntries = 1_000;

const entries = z.array(z.record(z.string(), z.unknown())).max(maxEntries).default([]);

/**
 * The outline of a declaration. What stands in a project, a model or a key beside what is named here is the body of the management
 * interface, and is checked by the interface's own schemas.
 */
export const fileSchema = z.strictObject({
  projects: z
    .array(
      z.looseObject({
        models: entries,
        api_keys: entries,
        metrics: entries,
        tools: entries,
      }),
    )
    .max(maxEntries)
    .default([]),
  api_keys: entries,
});
