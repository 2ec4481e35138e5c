import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

/** Results of comparisons. */
const comparisons = z.object({ wins: z.int(), losses: z.int(), ties: z.int() });

/** Moments of values; true counts as 1, false as 0. */
const moments = {
  count: z.int(),
  /** null without values, or beyond the range of a double. */
  mean: z.number().nullable(),
  /** Population variance; null as for the mean. */
  variance: z.number().nullable(),
};

/** Reads the summary of a metric, optionally of a period and a model. Errors: `metric_not_found`. */
export const metricSummary = defineCommand({
  topic: feedbackCommands,
  type: 'metric-summary.v1',
  request: z.object({
    metric_id: id,
    /** Inclusive; null for no bound. */
    from: timestamp.nullable(),
    /** Exclusive; null for no bound. */
    to: timestamp.nullable(),
    /** `{project}/{model}`; null for all. */
    model: z.string().nullable(),
  }),
  reply: z.object({
    ...moments,
    min: z.number().nullable(),
    max: z.number().nullable(),
    /** Non-empty bars, ascending; `from` inclusive, `to` exclusive. Both the same: exactly this value. */
    histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
    /** Overall, each comparison is one win and one loss, or one tie. */
    comparisons,
    /** Most values first; null: imports without a model. */
    by_model: z.array(z.object({ model: z.string().nullable(), ...moments, comparisons })),
    /** UTC days, the oldest first. */
    by_day: z.array(z.object({ day: z.iso.date(), ...moments })),
  }),
  read: true,
});

/** Request of {@link metricSummary}. */
export type MetricSummaryRequest = z.infer<typeof metricSummary.request>;

/** Reply of {@link metricSummary}. */
export type MetricSummary = z.infer<typeof metricSummary.reply>;
