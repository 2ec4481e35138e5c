import type { ComparisonPage, ComparisonRecorded, RecordComparison } from '@earshot/contracts-feedback';
import type { ComparisonEntity } from '../database/entities/comparison.entity.js';
import type { ArrivingReference } from '../references/reference.js';
import type { Compared } from './compared.js';

/** The row of a comparison. */
export function toRow(
  { id, tied, user_id: userId }: RecordComparison,
  { projectId, preferred, other }: Compared,
  metricId: string,
  createdAt: Date,
): ComparisonEntity {
  return {
    id,
    projectId,
    metricId,
    preferredId: preferred.completionId,
    preferredSessionId: preferred.sessionId,
    preferredModel: preferred.model,
    preferredModelId: preferred.modelId,
    otherId: other.completionId,
    otherSessionId: other.sessionId,
    otherModel: other.model,
    otherModelId: other.modelId,
    tied,
    userId,
    createdAt,
  };
}

/** The comparison of a row, as it is shown. @param metric key of its metric */
export function toRecorded(row: ComparisonEntity, metric: string): ComparisonPage['data'][number] {
  return {
    id: row.id,
    metric_id: row.metricId,
    metric,
    preferred: { completion_id: row.preferredId, model: row.preferredModel || null },
    other: { completion_id: row.otherId, model: row.otherModel || null },
    tied: row.tied,
    user_id: row.userId,
    created_at: row.createdAt.toISOString(),
  };
}

/** What the completions are known by from now on that were given as texts. */
export function toReferences({ interactions }: ComparisonRecorded): ArrivingReference[] {
  return interactions.map((interaction) => ({
    completionId: interaction.completion_id,
    sessionId: interaction.session_id,
    projectId: interaction.project_id,
    modelId: interaction.model_id,
    model: interaction.model,
    userId: interaction.user,
    promptHash: interaction.prompt_hash,
    campaignId: null,
    createdAt: new Date(interaction.created_at),
    storedAt: new Date(interaction.created_at),
  }));
}
