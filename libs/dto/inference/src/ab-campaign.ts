import { idOrKeySchema, keySchema, nameSchema, pageOf, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';

const feedbackType = z
  .enum(['metric', 'preference'])
  .describe('Kind of feedback that decides: values of the metric, or comparisons under it between two of the models.');

const trafficSplit = z
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

/** A campaign as it is shown. */
export const abCampaignSchema = z
  .object({
    id: z.uuid().describe('Id, created by the installation.'),
    key: z.string().describe('Short name for URLs, unique in its project.'),
    name: z.string().describe('Display name.'),
    project_id: z.uuid().describe('Project of the campaign.'),
    metric: z.string().describe('Key of the metric that decides; its id after it is deleted.'),
    models: z.array(z.string()).describe('Keys of the compared models; the id of a deleted model.'),
    traffic_split: trafficSplit,
    feedback_type: feedbackType,
    auto_deploy: z.boolean().describe("True: the winner becomes the project's default model."),
    status: z
      .enum(['warmup', 'in_progress', 'done', 'cancelled'])
      .describe('`warmup` until each model has enough feedback; `done` and `cancelled` are final.'),
    winner: z.string().nullable().describe('Key of the winner, or its id after it is deleted; null without one.'),
    ...timestampFields,
  })
  .meta({
    id: 'AbCampaign',
    description: 'A comparison of models of a project with real traffic.',
    examples: [
      {
        id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06',
        key: 'large-or-small',
        name: 'large-or-small',
        project_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
        metric: 'helpful',
        models: ['large', 'small'],
        traffic_split: 0.5,
        feedback_type: 'metric',
        auto_deploy: true,
        status: 'warmup',
        winner: null,
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/ab_campaigns`. */
export const abCampaignPageSchema = pageOf(abCampaignSchema);

/** A campaign as it is shown. */
export type AbCampaignResponse = z.output<typeof abCampaignSchema>;
