import { defineCommand, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

const tally = { wins: z.int(), losses: z.int(), ties: z.int() };

/**
 * What an A/B campaign has come to, with everything that was answered before it is asked. What hangs together counts once: the values of one session for one
 * model, with their mean; the comparisons of two sessions for two models. Refused with `ab_campaign_not_found`, `metric_not_found`.
 */
export const readCampaignReport = defineCommand({
  topic: feedbackCommands,
  type: 'read-ab-campaign-report.v1',
  request: z.object({ id, project_id: id }),
  reply: z.object({
    status: z.enum(['warmup', 'in_progress', 'done', 'cancelled']),
    feedback_type: z.enum(['metric', 'preference']),
    winner_model_id: id.nullable(),
    /** The `count` that each model needs before anything is decided. */
    warmup_count: z.int(),
    /** In the order in which the campaign has them. */
    models: z.array(
      z.object({
        model_id: id,
        /** Independent observations: sessions, or pairs of them. */
        count: z.int(),
        /** What those consist of: values, or comparisons. */
        values: z.int(),
        /** Of the observations; of comparisons what part is won, ties as halves, each other model weighing the same. null where there is none. */
        mean: z.number().nullable(),
        /** All of them hold at once, however often they are looked at, with a probability of 95%. null: nothing can be said yet. */
        interval: z.object({ low: z.number(), high: z.number() }).nullable(),
        probability_best: z.number(),
        /** Against all others, and the strength (the geometric mean of all is 1); null where values count. */
        comparisons: z.object({ ...tally, strength: z.number() }).nullable(),
      }),
    ),
    /** How each fared against each other that it met; null where values count. */
    matrix: z.array(z.object({ model_id: id, other_model_id: id, ...tally })).nullable(),
  }),
  read: true,
});

/** What {@link readCampaignReport} takes. */
export type ReadCampaignReport = z.infer<typeof readCampaignReport.request>;

/** What {@link readCampaignReport} is answered with. */
export type CampaignReport = z.infer<typeof readCampaignReport.reply>;
