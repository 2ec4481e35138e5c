import { createHash } from 'node:crypto';
import type { RecordComparison, RecordFeedback, RecordReview } from '@earshot/contracts-feedback';
import { reviewInvalid } from './review.errors.js';
import type { LeasedItem } from './reviews.repository.js';

/** What a review records: a comparison, feedback, or nothing. */
export type ReviewPlan =
  | { readonly kind: 'comparison'; readonly request: RecordComparison }
  | { readonly kind: 'feedback'; readonly request: RecordFeedback }
  | { readonly kind: 'skip' };

/** Plans the record of a review. @throws AppError `review_invalid` */
export function planOf(body: RecordReview, item: LeasedItem): ReviewPlan {
  const { decision, id, user_id } = body;
  if ('skip' in decision) return { kind: 'skip' };
  const common = { id, project_id: item.project_id, metric: item.metric_id, user_id };
  if ('value' in decision) {
    if (item.kind !== 'rate') throw notOfKind(item.kind, 'value');
    return { kind: 'feedback', request: { ...common, ...decision, completion_id: item.left_id } };
  }
  if (item.right_id === null) throw notOfKind(item.kind, 'tied' in decision ? 'tied' : 'preferred_completion');
  const tied = 'tied' in decision ? decision.tied : null;
  const preferred = 'tied' in decision ? item.left_id : preferredOf(decision.preferred_completion, item);
  const other = preferred === item.left_id ? item.right_id : item.left_id;
  const sides = { preferred: sideOf(preferred), other: sideOf(other) };
  return { kind: 'comparison', request: { ...common, ...sides, tied, prompt: null, session_id: id } };
}

/** SHA-256 of the parts of a request that a repetition has too. */
export function requestHash({ decision, user_id }: RecordReview): string {
  return createHash('sha256')
    .update(JSON.stringify([decision, user_id]))
    .digest('hex');
}

function preferredOf(given: string, { left_id, right_id }: LeasedItem): string {
  const id = given.toLowerCase();
  if (id === left_id || id === right_id) return id;
  throw reviewInvalid(
    `'preferred_completion' must be '${left_id}' or '${right_id}', the completions of the lease; got '${given}'.`,
    'preferred_completion',
  );
}

function sideOf(completion_id: string) {
  return { completion_id, text: null, model: null };
}

function notOfKind(kind: LeasedItem['kind'], param: string) {
  const expected = kind === 'compare' ? "'preferred_completion', 'tied' or 'skip'" : "'value' or 'skip'";
  return reviewInvalid(`A review in a queue of kind '${kind}' has ${expected}; got '${param}'.`, param);
}
