import { idOrKeySchema, keySchema, nameSchema } from '@earshot/dto-common';
import { z } from 'zod';

/** What a campaign is decided by. */
export const feedbackType = z
  .enum(['metric', 'preference'])
  .describe('Kind of feedback that decides: values of the metric, or comparisons under it between two of the models.');

/** How much of the project's traffic a campaign takes. */
export const trafficSplit = z
  .number()
  .min(0)
  .max(1)
  .describe(
    "Share of the requests to the project's default model that take part. With 0, only requests with `ab_campaign` do.",
  );

const models = z
  .array(idOrKeySchema)
  .min(2)
  .max(10)
  .refine((names) => new Set(names).size === names.length, 'expected unique models')
  .meta({
    description: 'Ids or keys of the compared models of the project. Each must have the capability `chat`.',
    uniqueItems: true,
  });

/** Body of `POST /api/v1/projects/{project}/ab_campaigns`. */
export const createAbCampaignSchema = z
  .strictObject({
    key: keySchema,
    name: nameSchema.optional().describe('Display name. Default: the key.'),
    metric: idOrKeySchema.describe('Id or key of the metric that decides.'),
    models,
    traffic_split: trafficSplit,
    feedback_type: feedbackType,
    auto_deploy: z.boolean().optional().describe("Makes the winner the project's default model. Default: false."),
  })
  .meta({
    id: 'CreateAbCampaign',
    description: 'A new A/B campaign.',
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
    status: z.literal('cancelled').optional().describe('Cancels the campaign. This is final.'),
  })
  .meta({
    id: 'UpdateAbCampaign',
    description: 'Changes of a campaign. Absent fields stay unchanged.',
    examples: [{ status: 'cancelled' }],
  });

/** Body of `POST /api/v1/projects/{project}/ab_campaigns`. */
export type CreateAbCampaign = z.output<typeof createAbCampaignSchema>;

/** Body of `PATCH /api/v1/projects/{project}/ab_campaigns/{campaign}`. */
export type UpdateAbCampaign = z.output<typeof updateAbCampaignSchema>;
