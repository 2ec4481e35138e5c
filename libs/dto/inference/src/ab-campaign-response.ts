import { pageOf, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';
import { feedbackType, trafficSplit } from './ab-campaign.js';

/** A campaign as it is shown. */
export const abCampaignSchema = z
  .object({
    id: z.uuid().describe('Identifier, given by the installation.'),
    key: z.string().describe('Short name in addresses, unique in its project.'),
    name: z.string().describe('Name for people.'),
    project_id: z.uuid().describe('The project that the campaign belongs to.'),
    metric: z.string().describe('Key of the metric that decides; its id once it is removed.'),
    models: z.array(z.string()).describe('Keys of the models that are compared; of one that is removed its id.'),
    traffic_split: trafficSplit,
    feedback_type: feedbackType,
    auto_deploy: z.boolean().describe("Whether the winner becomes the project's default model."),
    status: z
      .enum(['warmup', 'in_progress', 'done', 'cancelled'])
      .describe('`warmup` until each model has been judged often enough; `done` and `cancelled` are final.'),
    winner: z.string().nullable().describe('Key of the model that has won (its id once it is removed); null for none.'),
    ...timestampFields,
  })
  .meta({
    id: 'AbCampaign',
    description: 'A comparison of models of a project on real traffic.',
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
