import type { InteractionFeedback, InteractionImported } from '@earshot/contracts-interactions';
import type { InteractionRow } from './interaction-row.js';

/** What others are told of an interaction that took place elsewhere. @param storedAt RFC 3339 in UTC. */
export function toImported(
  row: InteractionRow,
  storedAt: string,
  feedbacks: readonly InteractionFeedback[],
): InteractionImported {
  return {
    completion_id: row.completionId,
    session_id: row.sessionId,
    project_id: row.projectId,
    model_id: row.modelId,
    model: row.model,
    user: row.userId,
    prompt_hash: row.record.prompt_hash,
    source: row.source === 'comparison' ? 'comparison' : 'imported',
    created_at: row.createdAt,
    stored_at: storedAt,
    ab_campaign: row.abCampaign,
    feedbacks: [...feedbacks],
  };
}
