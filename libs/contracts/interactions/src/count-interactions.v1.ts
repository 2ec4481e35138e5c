import { defineCommand, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { exportFormats } from './export.v1.js';
import { interactionFilter } from './read-interactions.v1.js';
import { interactionsCommands } from './topics.js';

/**
 * Counts the interactions that match a filter, or the candidates for the lines of a dataset. Answers without text and
 * ties are candidates that make no line. Errors: `metric_not_found`, `query_too_broad`.
 */
export const countInteractions = defineCommand({
  topic: interactionsCommands,
  type: 'count-interactions.v1',
  request: z.object({
    project_id: id,
    filter: interactionFilter,
    /** Null for all interactions that match. */
    format: z.enum(exportFormats).nullable(),
    /** It counts no further. */
    limit: z.int().min(1),
  }),
  reply: z.object({
    count: z.int().min(0),
    /** False: there are more than `limit`. */
    complete: z.boolean(),
  }),
  read: true,
});

/** Request of {@link countInteractions}. */
export type CountInteractions = z.infer<typeof countInteractions.request>;

/** Reply of {@link countInteractions}. */
export type InteractionCount = z.infer<typeof countInteractions.reply>;
