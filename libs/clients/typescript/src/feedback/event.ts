import { bodyOf, type CallOptions, type Http } from '../http/http.js';
import type { ComparisonInput, FeedbackInput, OutcomeInput } from '../types.js';

/** Something to record, and the key under which it is recorded once, however often it is sent. */
export type FeedbackEvent = { readonly idempotencyKey: string } & (
  | { readonly kind: 'feedback'; readonly body: FeedbackInput }
  | { readonly kind: 'outcome'; readonly body: OutcomeInput }
  | { readonly kind: 'comparison'; readonly body: ComparisonInput }
);

/** Records an event. @returns the id of the record */
export async function record(http: Http, event: FeedbackEvent, { signal }: CallOptions = {}): Promise<string> {
  const options = { params: { header: { 'Idempotency-Key': event.idempotencyKey } }, signal: signal ?? null };
  switch (event.kind) {
    case 'feedback':
      return (await bodyOf(http.api.POST('/api/v1/feedback', { ...options, body: event.body }))).feedback_id;
    case 'outcome':
      return (await bodyOf(http.api.POST('/api/v1/outcome', { ...options, body: event.body }))).outcome_id;
    case 'comparison':
      return (await bodyOf(http.api.POST('/api/v1/comparison', { ...options, body: event.body }))).comparison_id;
  }
}
