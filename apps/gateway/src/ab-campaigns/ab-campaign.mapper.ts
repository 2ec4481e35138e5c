import type { AbCampaign } from '@earshot/contracts-inference';
import type { AbCampaignResponse } from '@earshot/dto-inference';

/** The key of an entity by its id; undefined where it is gone. */
type KeyOf = (id: string) => string | undefined;

/** A campaign as callers see it: what it refers to by key, or by id where that is gone. */
export function toAbCampaignResponse(campaign: AbCampaign, keyOfMetric: KeyOf, keyOfModel: KeyOf): AbCampaignResponse {
  const { id, key, name, project_id, traffic_split, feedback_type, auto_deploy, status } = campaign;
  const { metric_id, model_ids, winner_model_id, created_at, updated_at } = campaign;
  const shown = (model: string) => keyOfModel(model) ?? model;
  const metric = keyOfMetric(metric_id) ?? metric_id;
  const winner = winner_model_id === null ? null : shown(winner_model_id);
  const settings = { metric, models: model_ids.map(shown), traffic_split, feedback_type, auto_deploy };
  return { id, key, name, project_id, ...settings, status, winner, created_at, updated_at };
}
