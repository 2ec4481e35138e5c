import { z } from 'zod';

const tally = {
  wins: z.int().describe('Comparisons won.'),
  losses: z.int().describe('Comparisons lost.'),
  ties: z.int().describe('Comparisons without a winner.'),
};

const model = z.string().describe('Key of the model; its id once it is removed.');

const models = z.array(
  z.object({
    model,
    count: z
      .int()
      .describe(
        'Independent observations: sessions, each with the mean of its values; where comparisons count, pairs of sessions.',
      ),
    values: z.int().describe('What they consist of: values, or comparisons.'),
    mean: z
      .number()
      .nullable()
      .describe(
        'Mean of the observations. Where comparisons count, the part that is won, ties as halves, each other model weighing the same. null where there is nothing.',
      ),
    interval: z
      .tuple([z.number(), z.number()])
      // Some tools look here alone; there are no more than these two.
      .meta({ items: { type: 'number' } })
      .nullable()
      .describe(
        'Where the true mean lies: all intervals of the campaign hold together with a probability of 95%, however often they are looked at. null: nothing can be said yet.',
      ),
    probability_best: z.number().describe('How probable it is, by what is known, that this model is the best one.'),
    wins: tally.wins.optional(),
    losses: tally.losses.optional(),
    ties: tally.ties.optional(),
    strength: z
      .number()
      .optional()
      .describe('By the model of Bradley, Terry and Davidson; 1 is the middle, 2 is twice as strong.'),
  }),
);

/** Answer to `GET /api/v1/projects/{project}/ab_campaigns/{campaign}/report`. */
export const campaignReportSchema = z
  .object({
    status: z
      .enum(['warmup', 'in_progress', 'done', 'cancelled'])
      .describe('How far the campaign is: in `warmup` until each model has ten observations.'),
    winner: model.nullable().describe('The model that has won; null for none.'),
    summary: z.string().describe('The same in words: what is known, and what is missing.'),
    feedback_type: z
      .enum(['metric', 'preference'])
      .describe('What counts: values of the metric, or comparisons under it.'),
    metric: z.string().describe('Key of the metric.'),
    models: models.describe('In the order of the campaign.'),
    matrix: z
      .array(z.object({ model, other: z.string().describe('The model that it was compared with.'), ...tally }))
      .optional()
      .describe('How each model fared against each other that it met. Absent where values count.'),
  })
  .meta({
    id: 'AbCampaignReport',
    description: 'What an A/B campaign has come to.',
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
