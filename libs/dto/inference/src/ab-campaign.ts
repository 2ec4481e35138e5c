import { idOrKeySchema, keySchema, nameSchema } from '@earshot/dto-common';
import { z } from 'zod';

/** What a campaign is decided by. */
export const feedbackType = z
  .enum(['metric', 'preference'])
  .describe('What counts: values of the metric, or comparisons under it between two of the models. Never both.');

/** How much of the project's traffic a campaign takes. */
export const trafficSplit = z
  .number()
  .min(0)
  .max(1)
  .describe(
    "Of the requests to the project's default model the share that takes part; with 0 only those that ask for it.",
  );

const models = z
  .array(idOrKeySchema)
  .min(2)
  .max(10)
  .refine((names) => new Set(names).size === names.length, 'expected unique models')
  .meta({
    description: 'Ids or keys of the models of the project that are compared; they answer chats.',
    uniqueItems: true,
  });

/** Body of `POST /api/v1/projects/{project}/ab_campaigns`. */
export const createAbCampaignSchema = z
  .strictObject({
    key: keySchema,
    name: nameSchema.optional().describe('Name for people; the key unless given.'),
    metric: idOrKeySchema.describe('Id or key of the metric that decides.'),
    models,
    traffic_split: trafficSplit,
    feedback_type: feedbackType,
    auto_deploy: z.boolean().optional().describe("Makes the winner the project's default model; false unless given."),
  })
  .meta({
    id: 'CreateAbCampaign',
    description: 'An A/B campaign to be started.',
    examples: [
      {
        key: 'large-or-small',
        metric: 'helpful',
        models: ['large', 'small'],
        traffic_split: 0.5,
        feedback_type: 'metric',
        auto_deploy: true,
      },
    ],
  });

/** Body of `PATCH /api/v1/projects/{project}/ab_campaigns/{campaign}`: what is left out stays as it is. */
export const updateAbCampaignSchema = z
  .strictObject({
    name: nameSchema.optional(),
    status: z.literal('cancelled').optional().describe('Ends the campaign for good.'),
  })
  .meta({
    id: 'UpdateAbCampaign',
    description: 'What is to change of a campaign; what is left out stays as it is.',
    examples: [{ status: 'cancelled' }],
  });

/** Body of `POST /api/v1/projects/{project}/ab_campaigns`. */
export type CreateAbCampaign = z.output<typeof createAbCampaignSchema>;

/** Body of `PATCH /api/v1/projects/{project}/ab_campaigns/{campaign}`. */
export type UpdateAbCampaign = z.output<typeof updateAbCampaignSchema>;
