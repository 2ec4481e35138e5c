import { defineCommand, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

const tally = { wins: z.int(), losses: z.int(), ties: z.int() };

/**
 * Reads the report of an A/B campaign, including everything acknowledged before. Dependent values count once: those of
 * one session and model with their mean, and the comparisons of two sessions and two models.
 *
 * Errors: `ab_campaign_not_found`, `metric_not_found`.
 */
export const readCampaignReport = defineCommand({
  topic: feedbackCommands,
  type: 'read-ab-campaign-report.v1',
  request: z.object({ id, project_id: id }),
  reply: z.object({
    status: z.enum(['warmup', 'in_progress', 'done', 'cancelled']),
    feedback_type: z.enum(['metric', 'preference']),
    winner_model_id: id.nullable(),
    /** The `count` that each model needs before a decision. */
    warmup_count: z.int(),
    /** In the order of the campaign. */
    models: z.array(
      z.object({
        model_id: id,
        /** Independent observations: sessions or pairs of sessions. */
        count: z.int(),
        /** Number of values or comparisons. */
        values: z.int(),
        /**
         * Mean of the observations; for comparisons the share won, with ties as halves and equal weight of each
         * opponent. null: none.
         */
        mean: z.number().nullable(),
        /** All intervals hold at all times with a probability of 95 %. null: too few observations. */
        interval: z.object({ low: z.number(), high: z.number() }).nullable(),
        probability_best: z.number(),
        /** Against all other models, with the strength (geometric mean 1); null for metrics. */
        comparisons: z.object({ ...tally, strength: z.number() }).nullable(),
      }),
    ),
    /** Results of each pair of models; null for metrics. */
    matrix: z.array(z.object({ model_id: id, other_model_id: id, ...tally })).nullable(),
  }),
  read: true,
});

/** What {@link readCampaignReport} takes. */
export type ReadCampaignReport = z.infer<typeof readCampaignReport.request>;

/** What {@link readCampaignReport} is answered with. */
export type CampaignReport = z.infer<typeof readCampaignReport.reply>;
