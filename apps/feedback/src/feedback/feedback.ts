import type { FeedbackEntity } from '../database/entities/feedback.entity.js';
import { bucketOf } from './bucket.js';

/** Feedback to record; whether it is current is not known yet. */
export type NewFeedback = Omit<FeedbackEntity, 'is_current'>;

/** The fields of feedback that summaries and campaigns count. */
export type CountedFeedback = Pick<
  FeedbackEntity,
  'id' | 'metric_id' | 'model' | 'model_id' | 'campaign_id' | 'session_id' | 'value' | 'created_at'
>;

/** The fields of feedback that decide whether it is replaced. */
export type ComparedFeedback = CountedFeedback & Pick<FeedbackEntity, 'completion_id' | 'user_id'>;

/** Adds (1) or removes (-1) a value in a cell of the summaries and in its campaign. */
export interface SummaryChange {
  readonly metric_id: string;
  /** UTC, `2026-01-31`. */
  readonly day: string;
  readonly model: string;
  readonly bucket: number;
  readonly value: number;
  readonly model_id: string | null;
  /** null for none. */
  readonly campaign_id: string | null;
  readonly session_id: string;
  readonly sign: 1 | -1;
}

/** The writes that record feedback. */
export interface FeedbackChanges {
  readonly inserted: readonly FeedbackEntity[];
  /** Ids of feedback that is no longer current. */
  readonly superseded: readonly string[];
  readonly changes: readonly SummaryChange[];
}

/** The UTC day of an RFC 3339 time. */
export function dayOf(time: string): string {
  return time.slice(0, 10);
}

/** The change of the summaries by one value. */
export function summaryChange(counted: CountedFeedback, sign: 1 | -1): SummaryChange {
  const { metric_id, model, value, model_id, campaign_id, session_id, created_at } = counted;
  const day = dayOf(created_at);
  return { metric_id, day, model, bucket: bucketOf(value), value, model_id, campaign_id, session_id, sign };
}

/**
 * Decides which feedback is current: for each user, subject and metric the latest, of one time that with the greatest
 * id. Other services decide the same from events, whose order differs. Feedback without a user is always current.
 *
 * @param current current feedback of the same users and subjects.
 */
export function feedbackChanges(current: readonly ComparedFeedback[], added: readonly NewFeedback[]): FeedbackChanges {
  const latest = new Map<string, ComparedFeedback>(current.map((value) => [replacementKey(value), value]));
  const old = new Map(current.map((value) => [value.id, value]));
  for (const value of added) {
    const other = value.user_id === null ? undefined : latest.get(replacementKey(value));
    if (other === undefined || isLater(value, other)) latest.set(replacementKey(value), value);
  }
  const latestIds = new Set([...latest.values()].map(({ id }) => id));
  const counts = ({ id, user_id }: NewFeedback): boolean => user_id === null || latestIds.has(id);
  const inserted = added.map((value) => ({ ...value, is_current: counts(value) }));
  const superseded = [...old.values()].filter(({ id }) => !latestIds.has(id));
  const changes = [
    ...superseded.map((value) => summaryChange(value, -1)),
    ...inserted.filter(({ is_current }) => is_current).map((value) => summaryChange(value, 1)),
  ];
  return { inserted, superseded: superseded.map(({ id }) => id), changes };
}

function isLater(one: ComparedFeedback, other: ComparedFeedback): boolean {
  return one.created_at === other.created_at ? one.id > other.id : one.created_at > other.created_at;
}

function replacementKey({
  completion_id,
  session_id,
  metric_id,
  user_id,
}: Pick<ComparedFeedback, 'completion_id' | 'session_id' | 'metric_id' | 'user_id'>): string {
  return `${completion_id ?? session_id}/${metric_id}/${user_id}`;
}
