import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

/** Maximum number of groups; the rest is one more. */
export const maxStatisticsGroups = 20;

const list = z.array(z.int());

/**
 * Counts the feedback and comparisons of a project by time and group. Errors: `metric_not_found`.
 *
 * The cells of the reply are lists of equal length, one for each field, because 21,000 objects exceed a record.
 */
export const feedbackStatistics = defineCommand({
  topic: feedbackCommands,
  type: 'feedback-statistics.v1',
  request: z.object({
    project_id: id,
    /** null for all. */
    metric_id: id.nullable(),
    /** Inclusive. */
    from: timestamp,
    /** Exclusive. */
    to: timestamp,
    /** At most 1,000 in the period. Intervals begin at midnight in UTC. */
    interval: z.enum(['minute', 'hour', 'day']),
    group_by: z.enum(['metric', 'model']),
  }),
  reply: z.object({
    /**
     * The largest first. The name is the key of a metric or `{project}/{model}`; null for the rest and for unknown
     * models.
     */
    groups: z.array(z.object({ name: z.string().nullable(), other: z.boolean() })),
    /** Cells with entries, by time and group. */
    cells: z.object({
      /** Number of the interval in the period, from 0. */
      time: list,
      /** Index of the group. */
      group: list,
      /** Values that count, outcomes included. */
      count: list,
      /** 12 digits. null: no values, values of several metrics, or beyond the range of a double. */
      mean: z.array(z.number().nullable()),
      comparisons: list,
      outcomes: list,
    }),
    total: z.object({ count: z.int(), comparisons: z.int(), outcomes: z.int() }),
  }),
  read: true,
});

/** Request of {@link feedbackStatistics}. */
export type FeedbackStatisticsRequest = z.infer<typeof feedbackStatistics.request>;

/** Reply of {@link feedbackStatistics}. */
export type FeedbackStatistics = z.infer<typeof feedbackStatistics.reply>;
