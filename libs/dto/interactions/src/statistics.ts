import { idOrKeySchema } from '@earshot/dto-common';
import { z } from 'zod';
import { queryTimeSchema } from './time.js';

/** Query string of `GET /api/v1/projects/{project}/interactions/statistics`. */
export const statisticsQuerySchema = z.strictObject({
  from: queryTimeSchema
    .optional()
    .describe('Start, inclusive: RFC 3339, or seconds or ms since 1970. Default: 24 h before `to`.'),
  to: queryTimeSchema.optional().describe('End, exclusive. Default: now.'),
  interval: z
    .enum(['minute', 'hour', 'day'])
    .optional()
    .describe(
      'Length of the intervals, which start at whole minutes, hours or days of UTC. At most 1,000 intervals, 366 with ' +
        '`group_by`. Default: minute for up to 3 h, hour for up to 14 days, else day.',
    ),
  group_by: z
    .enum(['model', 'ab_campaign', 'finish_reason', 'source'])
    .optional()
    .describe('Field to group by. Default: no groups.'),
  model: z.string().min(1).max(257).optional().describe('Only of this model: id, key or `{project}/{model}`.'),
  ab_campaign: idOrKeySchema.optional().describe('Only interactions of this campaign.'),
  source: z.enum(['served', 'imported', 'comparison']).optional().describe('Only interactions of this origin.'),
});

/** Query string of `GET /api/v1/projects/{project}/interactions/statistics`. */
export type StatisticsQuery = z.output<typeof statisticsQuerySchema>;

const percentiles = (what: string) =>
  z
    .object({ p50: z.number().describe('Median.'), p95: z.number().describe('95th percentile.') })
    .nullable()
    .describe(`${what} Off by at most 5 %. null without values.`);

const figures = {
  count: z.int().describe('Number of interactions: each choice of a response is one.'),
  errors: z.int().describe('Number of interactions that ended with an error.'),
  prompt_tokens: z.int().describe('Tokens of the messages, once for each response.'),
  completion_tokens: z.int().describe('Tokens of all choices, once for each response.'),
  first_token_ms: percentiles('Time from the start of the generation to the first token, once for each response.'),
  duration_ms: percentiles('Time from the start of the generation to its end, once for each response.'),
};

const example = {
  count: 120,
  errors: 2,
  prompt_tokens: 5400,
  completion_tokens: 21000,
  first_token_ms: { p50: 210, p95: 640 },
  duration_ms: { p50: 1800, p95: 5200 },
};

/** Answer to `GET /api/v1/projects/{project}/interactions/statistics`. */
export const statisticsSchema = z
  .object({
    from: z.iso.datetime().describe('Start, inclusive.'),
    to: z.iso.datetime().describe('End, exclusive.'),
    interval: z.enum(['minute', 'hour', 'day']).describe('Length of the intervals.'),
    data: z
      .array(
        z.object({
          time: z.iso.datetime().describe('Start of the interval. The first interval can start before `from`.'),
          group: z
            .string()
            .nullable()
            .describe('Value of the field; null for interactions without one, for `other`, and without groups.'),
          other: z.boolean().describe('True for all groups together that are not among the largest.'),
          ...figures,
        }),
      )
      .describe('Intervals with interactions, by time. At most 20 groups.'),
    total: z.object(figures).describe('Figures of the whole time.'),
  })
  .meta({
    id: 'InteractionStatistics',
    description: 'Counts, tokens and times of interactions by time and group.',
    examples: [
      {
        from: '2026-01-02T00:00:00.000Z',
        to: '2026-01-03T00:00:00.000Z',
        interval: 'hour',
        data: [{ time: '2026-01-02T03:00:00.000Z', group: 'support/large', other: false, ...example }],
        total: example,
      },
    ],
  });

/** Statistics of interactions. */
export type Statistics = z.output<typeof statisticsSchema>;
