import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

/** Maximum number of points of a history. */
export const maxHistoryPoints = 200;

/** A model in a past report. Fields as in the report. */
const model = z.object({
  model_id: id,
  count: z.int(),
  mean: z.number().nullable(),
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  probability_best: z.number(),
});

/**
 * Reads past reports of an A/B campaign, the oldest first. The last one is the current report.
 *
 * Errors: `ab_campaign_not_found`, `metric_not_found`.
 */
export const readCampaignHistory = defineCommand({
  topic: feedbackCommands,
  type: 'read-ab-campaign-history.v1',
  request: z.object({
    id,
    project_id: id,
    /** Maximum number of points, 1 to 200. */
    limit: z.int(),
  }),
  reply: z.object({
    points: z.array(
      z.object({
        time: timestamp,
        status: z.enum(['warmup', 'in_progress', 'done', 'cancelled']),
        winner_model_id: id.nullable(),
        /** In the order of the campaign. */
        models: z.array(model),
      }),
    ),
  }),
  read: true,
});

/** Request of {@link readCampaignHistory}. */
export type ReadCampaignHistory = z.infer<typeof readCampaignHistory.request>;

/** Reply of {@link readCampaignHistory}. */
export type CampaignHistory = z.infer<typeof readCampaignHistory.reply>;

/** One point of {@link CampaignHistory}. */
export type CampaignHistoryPoint = CampaignHistory['points'][number];
