import { idOrKeySchema, periodFields, periodShown } from '@earshot/dto-common';
import { z } from 'zod';

/** Query string of `GET /api/v1/projects/{project}/feedback/statistics`. */
export const feedbackStatisticsQuerySchema = z.strictObject({
  ...periodFields,
  metric: idOrKeySchema.optional().describe('Only entries under this metric, by id or key.'),
  group_by: z.enum(['metric', 'model']).default('metric').describe('What the groups are.'),
});

const counts = {
  count: z.int().describe('Values that count, from feedback, outcomes and imports.'),
  comparisons: z.int().describe('Comparisons.'),
  outcomes: z.int().describe('How many of the values are outcomes of sessions.'),
};

/** Answer to `GET /api/v1/projects/{project}/feedback/statistics`. */
export const feedbackStatisticsSchema = z
  .object({
    ...periodShown,
    data: z
      .array(
        z.object({
          time: z.iso.datetime().describe('Start of the interval.'),
          group: z
            .string()
            .nullable()
            .describe('Key of the metric, or `{project}/{model}`; null if unknown, and for the rest.'),
          other: z.boolean().describe('True for the rest: all groups but the 20 largest together.'),
          count: counts.count,
          mean: z
            .number()
            .nullable()
            .describe(
              'Mean of the values, with true as 1 and false as 0. null without values, or if they belong to several metrics.',
            ),
          comparisons: counts.comparisons.describe('Comparisons. By model, each counts for both models.'),
          outcomes: counts.outcomes,
        }),
      )
      .describe('Intervals with entries, oldest first; in each the largest group of the period first.'),
    total: z.object(counts).describe('The whole period. Each comparison counts once.'),
  })
  .meta({
    id: 'FeedbackStatistics',
    description: 'Feedback and comparisons over time.',
    examples: [
      {
        from: '2026-01-31T00:00:00.000Z',
        to: '2026-02-01T00:00:00.000Z',
        interval: 'hour',
        data: [
          {
            time: '2026-01-31T12:00:00.000Z',
            group: 'helpful',
            other: false,
            count: 4,
            mean: 0.75,
            comparisons: 2,
            outcomes: 1,
          },
        ],
        total: { count: 4, comparisons: 2, outcomes: 1 },
      },
    ],
  });

/** Query string of the statistics of feedback. */
export type FeedbackStatisticsQuery = z.output<typeof feedbackStatisticsQuerySchema>;

/** Answer to `GET /api/v1/projects/{project}/feedback/statistics`. */
export type FeedbackStatisticsResponse = z.output<typeof feedbackStatisticsSchema>;
