import { dayOrTimeSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { metricSchema } from './metric.js';

/** Query string of `GET /api/v1/projects/{project}/metrics/{metric}/summary`. */
export const summaryQuerySchema = z.strictObject({
  from: dayOrTimeSchema.optional().describe('Start: a day (UTC) or a time, inclusive.'),
  to: dayOrTimeSchema.optional().describe('End: a day (UTC) or a time, exclusive.'),
  model: z.string().min(1).max(257).optional().describe('Only of this model: id, key or `{project}/{model}`.'),
});

const moments = {
  count: z.int().describe('Number of values.'),
  mean: z.number().nullable().describe('Mean of the values, with true as 1 and false as 0. null without values.'),
  variance: z.number().nullable().describe('Variance of the values (divided by their count); null without values.'),
};

const comparisons = z
  .object({
    wins: z.int().describe('Comparisons won.'),
    losses: z.int().describe('Comparisons lost.'),
    ties: z.int().describe('Comparisons without a winner.'),
  })
  .describe('Results of comparisons. In total, each comparison is one win and one loss, or one tie.');

const exampleMoments = { count: 4, mean: 0.75, variance: 0.1875 };
const exampleComparisons = { wins: 3, losses: 1, ties: 0 };

/** Answer to `GET /api/v1/projects/{project}/metrics/{metric}/summary`. */
export const summarySchema = z
  .object({
    metric: metricSchema,
    ...moments,
    min: z.number().nullable().describe('Least value.'),
    max: z.number().nullable().describe('Greatest value.'),
    histogram: z
      .array(
        z.object({
          from: z.number().describe('Smallest value of the bucket.'),
          to: z.number().describe('End of the bucket, exclusive. Equal to `from`: exactly that value.'),
          count: z.int().describe('Number of values.'),
        }),
      )
      .describe(
        'Histogram in ascending order. At most 64 buckets with values: one for each leading digit of each power of ten.',
      ),
    comparisons,
    by_model: z
      .array(
        z.object({
          model: z.string().nullable().describe('`{project}/{model}`; null if unknown.'),
          ...moments,
          comparisons,
        }),
      )
      .describe('Models, the ones with the most values first.'),
    by_day: z
      .array(z.object({ day: z.iso.date().describe('Day, UTC.'), ...moments }))
      .describe('Days with values, at most the last 1,000.'),
  })
  .meta({
    id: 'MetricSummary',
    description: 'Summary of the feedback under a metric.',
    examples: [
      {
        metric: (metricSchema.meta() as { examples: unknown[] }).examples[0],
        ...exampleMoments,
        min: 0,
        max: 1,
        histogram: [
          { from: 0, to: 0, count: 1 },
          { from: 1, to: 2, count: 3 },
        ],
        comparisons: exampleComparisons,
        by_model: [{ model: 'support/large', ...exampleMoments, comparisons: exampleComparisons }],
        by_day: [{ day: '2026-01-31', ...exampleMoments }],
      },
    ],
  });

/** What of a summary is asked for. */
export type SummaryQuery = z.output<typeof summaryQuerySchema>;

/** Answer to `GET /api/v1/projects/{project}/metrics/{metric}/summary`. */
export type SummaryResponse = z.output<typeof summarySchema>;
