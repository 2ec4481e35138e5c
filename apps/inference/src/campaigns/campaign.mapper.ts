import type { AbCampaign } from '@earshot/contracts-inference';
import type { AbCampaignEntity } from '../database/entities/ab-campaign.entity.js';

/** The campaign of a row, as it is published. */
export function toCampaign(row: AbCampaignEntity): AbCampaign {
  return {
    id: row.id,
    project_id: row.projectId,
    key: row.key,
    name: row.name,
    metric_id: row.metricId,
    model_ids: row.modelIds,
    traffic_split: row.trafficSplit,
    feedback_type: row.feedbackType,
    auto_deploy: row.autoDeploy,
    status: row.status,
    winner_model_id: row.winnerModelId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The row of a campaign. */
export function toRow(campaign: AbCampaign): AbCampaignEntity {
  return {
    id: campaign.id,
    projectId: campaign.project_id,
    key: campaign.key,
    name: campaign.name,
    metricId: campaign.metric_id,
    modelIds: campaign.model_ids,
    trafficSplit: campaign.traffic_split,
    feedbackType: campaign.feedback_type,
    autoDeploy: campaign.auto_deploy,
    status: campaign.status,
    winnerModelId: campaign.winner_model_id,
    createdAt: new Date(campaign.created_at),
    updatedAt: new Date(campaign.updated_at),
  };
}
