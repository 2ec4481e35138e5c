import type { ComparisonPage, ComparisonRecorded, RecordComparison } from '@earshot/contracts-feedback';
import type { ComparisonEntity } from '../database/entities/comparison.entity.js';
import type { NewReference } from '../references/reference.js';
import type { Compared } from './compared.js';

/** The row of a comparison. */
export function toRow(
  { id, tied, user_id }: RecordComparison,
  { project_id, preferred, other }: Compared,
  metric_id: string,
  created_at: string,
): ComparisonEntity {
  return {
    id,
    project_id,
    metric_id,
    preferred_id: preferred.completion_id,
    preferred_session_id: preferred.session_id,
    preferred_model: preferred.model,
    preferred_model_id: preferred.model_id,
    other_id: other.completion_id,
    other_session_id: other.session_id,
    other_model: other.model,
    other_model_id: other.model_id,
    tied,
    user_id,
    created_at,
  };
}

/** The comparison of a row, as it is listed and published. @param metric key of its metric */
export function toRecorded(row: ComparisonEntity, metric: string): ComparisonPage['data'][number] {
  const { id, metric_id, tied, user_id, created_at } = row;
  const preferred = { completion_id: row.preferred_id, model: row.preferred_model || null };
  const other = { completion_id: row.other_id, model: row.other_model || null };
  return { id, metric_id, metric, preferred, other, tied, user_id, created_at };
}

/** References to the completions that were given as texts. */
export function toReferences({ interactions }: ComparisonRecorded): NewReference[] {
  return interactions.map(
    ({ completion_id, session_id, project_id, model_id, model, user, prompt_hash, created_at }) => {
      const about = { completion_id, session_id, project_id, model_id, model, user_id: user, prompt_hash };
      return { ...about, campaign_id: null, created_at, stored_at: created_at };
    },
  );
}
