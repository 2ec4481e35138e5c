import type { Interaction, InteractionFeedback } from '@earshot/contracts-interactions';
import type { StoredFeedback, StoredInteraction } from './reading.repository.js';

/** An interaction as it is shown. */
export function toInteraction(row: StoredInteraction): Interaction {
  const { prompt_hash: _, ...record } = row.record;
  return {
    completion_id: row.completion_id,
    session_id: row.session_id,
    project_id: row.project_id,
    model_id: row.model_id,
    model: row.model,
    source: row.source,
    user: row.user_id,
    created_at: row.created_at.toISOString(),
    finish_reason: row.finish_reason,
    ab_campaign: row.ab_campaign,
    ...record,
  };
}

/** What was said about a completion as it is shown. */
export function toInteractionFeedback(row: StoredFeedback): InteractionFeedback {
  return {
    id: row.id,
    metric_id: row.metric_id,
    metric: row.metric,
    value: row.is_bool ? row.value === 1 : row.value,
    reason: row.reason,
    details: row.details,
    created_at: row.created_at.toISOString(),
  };
}
