import { limitSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { campaignReportSchema } from './campaign-report.js';

const report = campaignReportSchema.shape;

const past = report.models.element.pick({
  model: true,
  count: true,
  mean: true,
  interval: true,
  probability_best: true,
});

/** Query string of `GET /api/v1/projects/{project}/ab_campaigns/{campaign}/report/history`. */
export const campaignHistoryQuerySchema = z.strictObject({
  limit: limitSchema(200, 200).describe('Maximum number of points.'),
});

/** Answer to `GET /api/v1/projects/{project}/ab_campaigns/{campaign}/report/history`. */
export const campaignHistorySchema = z
  .object({
    data: z
      .array(
        z.object({
          time: z.iso.datetime().describe('Time of the report.'),
          status: report.status,
          winner: report.winner,
          models: z.array(past).describe('Models, in the order of the campaign.'),
        }),
      )
      .describe('Points, oldest first. The last one is the current report.'),
  })
  .meta({
    id: 'AbCampaignHistory',
    description: 'Report of an A/B campaign over time.',
    examples: [
      {
        data: [
          {
            time: '2026-01-31T12:00:00.000Z',
            status: 'in_progress',
            winner: null,
            models: [
              { model: 'large', count: 60, mean: 0.78, interval: [0.62, 0.89], probability_best: 0.98 },
              { model: 'small', count: 58, mean: 0.55, interval: [0.38, 0.71], probability_best: 0.02 },
            ],
          },
        ],
      },
    ],
  });

/** Query string of a campaign's history. */
export type CampaignHistoryQuery = z.output<typeof campaignHistoryQuerySchema>;

/** Answer to `GET /api/v1/projects/{project}/ab_campaigns/{campaign}/report/history`. */
export type CampaignHistoryResponse = z.output<typeof campaignHistorySchema>;
