import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { interactionSources } from './recorded.js';
import { interactionsCommands } from './topics.js';

/** Lengths of the intervals of statistics, ms. */
export const statisticsIntervals = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Most intervals of one request, and of one with groups: those of a year by day. */
export const maxStatisticsIntervals = { plain: 1_000, grouped: 366 } as const;

/** The field by which statistics are grouped. */
export const statisticsGroups = ['model', 'ab_campaign', 'finish_reason', 'source'] as const;

/** Two percentiles, ms; null without values. */
const percentiles = z.object({ p50: z.number(), p95: z.number() }).nullable();

const figures = {
  /** Completions. */
  count: z.int(),
  /** Completions that ended with an error. */
  errors: z.int(),
  /** Of each answer once, however many choices it has. */
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  first_token_ms: percentiles,
  duration_ms: percentiles,
};

/**
 * Counts and sums of interactions by time and group. Percentiles are off by at most 5 %. Errors: `query_too_broad`.
 * The largest groups are named; the others are one group. A reply has at most 10,000 entries.
 */
export const interactionStatistics = defineCommand({
  topic: interactionsCommands,
  type: 'interaction-statistics.v1',
  request: z.object({
    project_id: id,
    /** Inclusive. */
    from: timestamp,
    /** Exclusive. */
    to: timestamp,
    interval: z.enum(['minute', 'hour', 'day']),
    group_by: z.enum(statisticsGroups).nullable(),
    model: z.union([z.object({ id }), z.object({ name: z.string() })]).nullable(),
    ab_campaign: z.string().nullable(),
    source: z.enum(interactionSources).nullable(),
  }),
  reply: z.object({
    /** Named groups; null: interactions without a value. */
    groups: z.array(z.string().nullable()),
    /** Intervals with interactions, by time and then by group. */
    data: z.array(
      z.object({
        /** Start of the interval in UTC, s since 1970. */
        t: z.int(),
        /** Index in `groups`; -1: all other groups. */
        g: z.int().min(-1),
        /** Count, errors, prompt tokens, completion tokens. */
        n: z.array(z.int()).length(4),
        /** First token p50 and p95, duration p50 and p95, ms; null without values. */
        p: z.array(z.number().nullable()).length(4),
      }),
    ),
    total: z.object(figures),
  }),
  read: true,
});

/** Request of {@link interactionStatistics}. */
export type InteractionStatisticsRequest = z.infer<typeof interactionStatistics.request>;

/** Reply of {@link interactionStatistics}. */
export type InteractionStatisticsReply = z.infer<typeof interactionStatistics.reply>;
