import { defineCommand, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { interactionFilter } from './read-interactions.v1.js';
import { interactionsCommands } from './topics.js';

/** Most interactions that one scan looks at, which takes some tens of milliseconds. */
export const maxScannedInteractions = 2_000;

/**
 * Finds the interactions of a filter for readers that follow it, over several calls: those that were stored since the
 * call before, then the next older ones, the newest first. Without `finish_reason` it finds complete answers only, as
 * exports do. An interaction can be found twice. Errors: `cursor_invalid`, `metric_not_found`.
 */
export const scanInteractions = defineCommand({
  topic: interactionsCommands,
  type: 'scan-interactions.v1',
  request: z.object({
    project_id: id,
    filter: interactionFilter,
    /** Most completions of a reply. */
    limit: z.int().min(1).max(1_000),
    /** `cursor` of the reply before; null for the first call. */
    cursor: z.string().nullable(),
  }),
  reply: z.object({
    completion_ids: z.array(id),
    /** For the next call, also where there is nothing more for now. */
    cursor: z.string(),
    /** Whether the next call has more to scan already. */
    more: z.boolean(),
  }),
  read: true,
});

/** Request of {@link scanInteractions}. */
export type ScanInteractions = z.infer<typeof scanInteractions.request>;

/** Reply of {@link scanInteractions}. */
export type ScannedInteractions = z.infer<typeof scanInteractions.reply>;
