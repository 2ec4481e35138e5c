import { ApiError } from '../../api/api-error.js';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { removeFeedback } from '../interactions/queries.js';
import type { Judgement, Turn } from './conversation.js';
import { comparisonKey, pairsOf } from './judgement.js';

/** Where a judgement is stored, and for whom. */
export interface JudgementTarget {
  readonly project: string;
  /** End user of the conversation; empty for none. */
  readonly user: string;
}

/**
 * Stores a judgement and returns the ids of its comparisons, or of its feedback. Repeating it stores nothing twice.
 *
 * @throws ApiError
 */
export async function storeJudgement(
  target: JudgementTarget,
  turn: Turn,
  judgement: Judgement,
  signal: AbortSignal,
): Promise<string[]> {
  const completions = turn.answers.map(({ completionId }) => completionId as string);
  const { id, verdict, columns, metric } = judgement;
  if (verdict.kind === 'rated') {
    const body = { ...commonFields(target, metric), completion_id: completions[0] as string, value: verdict.value };
    const headers = { 'Idempotency-Key': id };
    return [(await bodyOf(api.POST('/api/v1/feedback', { body, headers, signal }))).feedback_id];
  }
  const stored: string[] = [];
  for (const pair of pairsOf(verdict, columns)) {
    const body: Schemas['ComparisonInput'] = {
      ...commonFields(target, metric),
      preferred_completion: completions[pair.preferred] as string,
      other_completion: completions[pair.other] as string,
      ...(pair.tied !== null && { tied: pair.tied }),
    };
    const headers = { 'Idempotency-Key': comparisonKey(id, pair) };
    stored.push((await bodyOf(api.POST('/api/v1/comparison', { body, headers, signal }))).comparison_id);
  }
  return stored;
}

function commonFields({ project, user }: JudgementTarget, metric: string) {
  return { project, metric, ...(user.trim() !== '' && { user_id: user.trim() }) };
}

/** Deletes what a judgement stored; ignores what is deleted already. @throws ApiError */
export async function removeJudgement(project: string, { verdict, stored }: Judgement): Promise<void> {
  for (const id of stored ?? []) {
    try {
      await (verdict.kind === 'rated' ? removeFeedback(project, id) : removeComparison(project, id));
    } catch (error) {
      if (!(error instanceof ApiError) || !/^(comparison|feedback)_not_found$/.test(error.code)) throw error;
    }
  }
}

const removeComparison = (project: string, comparison: string) =>
  api.DELETE('/api/v1/projects/{project}/comparisons/{comparison}', { params: { path: { project, comparison } } });
