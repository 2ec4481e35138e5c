import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

/** How completions fared against others. */
const comparisons = z.object({ wins: z.int(), losses: z.int(), ties: z.int() });

/** Numbers that describe some values; true counts as 1, false as 0. */
const moments = {
  count: z.int(),
  /** null where there are no values, or where it is beyond what a double can hold. */
  mean: z.number().nullable(),
  /** Of these values themselves (divided by their count); null as for the mean. */
  variance: z.number().nullable(),
};

/** What is recorded under a metric, in numbers; of a time and a model where the request says so. Refused with `metric_not_found`. */
export const metricSummary = defineCommand({
  topic: feedbackCommands,
  type: 'metric-summary.v1',
  request: z.object({
    metric_id: id,
    /** From then on; null for all. */
    from: timestamp.nullable(),
    /** Until before then; null for all. */
    to: timestamp.nullable(),
    /** `{project}/{model}`; null for all. */
    model: z.string().nullable(),
  }),
  reply: z.object({
    ...moments,
    min: z.number().nullable(),
    max: z.number().nullable(),
    /** Ascending, those with values; `from` inclusive, `to` exclusive, or both the same: exactly this value. */
    histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
    /** Overall, each comparison is one win and one loss, or one tie. */
    comparisons,
    /** The most values first; null: imports that named no model. */
    by_model: z.array(z.object({ model: z.string().nullable(), ...moments, comparisons })),
    /** UTC days, the oldest first. */
    by_day: z.array(z.object({ day: z.iso.date(), ...moments })),
  }),
  read: true,
});

/** What {@link metricSummary} takes. */
export type MetricSummaryRequest = z.infer<typeof metricSummary.request>;

/** What {@link metricSummary} is answered with. */
export type MetricSummary = z.infer<typeof metricSummary.reply>;
