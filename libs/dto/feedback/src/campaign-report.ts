import { z } from 'zod';

const tally = {
  wins: z.int().describe('Comparisons won.'),
  losses: z.int().describe('Comparisons lost.'),
  ties: z.int().describe('Comparisons without a winner.'),
};

const model = z.string().describe('Key of the model; its id after it is deleted.');

const models = z.array(
  z.object({
    model,
    count: z
      .int()
      .describe(
        'Independent observations: sessions, each with the mean of its values. For comparisons: pairs of sessions.',
      ),
    values: z.int().describe('Number of values or comparisons in the observations.'),
    mean: z
      .number()
      .nullable()
      .describe(
        'Mean of the observations. For comparisons: the share won, with ties as halves and equal weights for all other models. null without observations.',
      ),
    interval: z
      .tuple([z.number(), z.number()])
      // Some tools look here alone; there are no more than these two.
      .meta({ items: { type: 'number' } })
      .nullable()
      .describe(
        'Confidence interval of the mean. All intervals of the campaign hold together with 95% confidence, however often you read them. null: too few observations.',
      ),
    probability_best: z.number().describe('Probability that this model is the best one.'),
    wins: tally.wins.optional(),
    losses: tally.losses.optional(),
    ties: tally.ties.optional(),
    strength: z
      .number()
      .optional()
      .describe('Strength in the Bradley-Terry-Davidson model: 1 is average, 2 is twice as strong.'),
  }),
);

/** Answer to `GET /api/v1/projects/{project}/ab_campaigns/{campaign}/report`. */
export const campaignReportSchema = z
  .object({
    status: z
      .enum(['warmup', 'in_progress', 'done', 'cancelled'])
      .describe('Status of the campaign: `warmup` until each model has ten observations.'),
    winner: model.nullable().describe('Key of the winner; null without one.'),
    summary: z.string().describe('The report in words.'),
    feedback_type: z
      .enum(['metric', 'preference'])
      .describe('Kind of feedback that decides: values of the metric, or comparisons under it.'),
    metric: z.string().describe('Key of the metric.'),
    models: models.describe('Models, in the order of the campaign.'),
    matrix: z
      .array(z.object({ model, other: z.string().describe('Key of the other model.'), ...tally }))
      .optional()
      .describe('Results of each pair of models. Absent for values.'),
  })
  .meta({
    id: 'AbCampaignReport',
    description: 'Report of an A/B campaign.',
    examples: [
      {
        status: 'in_progress',
        winner: null,
        summary:
          "No winner yet: 'large' leads under 'helpful' with 0.78 (0.62 to 0.89) and is the best with a probability of 98%, but 'small' with 0.55 (0.38 to 0.71) is not ruled out.",
        feedback_type: 'metric',
        metric: 'helpful',
        models: [
          { model: 'large', count: 60, values: 84, mean: 0.78, interval: [0.62, 0.89], probability_best: 0.98 },
          { model: 'small', count: 58, values: 80, mean: 0.55, interval: [0.38, 0.71], probability_best: 0.02 },
        ],
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/ab_campaigns/{campaign}/report`. */
export type CampaignReportResponse = z.output<typeof campaignReportSchema>;
