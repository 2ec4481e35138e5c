import { randomUUID } from 'node:crypto';
import {
  listFeedback,
  metricSummary,
  recordFeedback,
  recordOutcome,
  type RecordFeedback,
  type RecordOutcome,
} from '@earshot/contracts-feedback';
import { interactionImported } from '@earshot/contracts-interactions';
import { v7 } from 'uuid';
import type { FeedbackApp } from './feedback-app.js';

type Feedback = Pick<RecordFeedback, 'completion_id' | 'metric'> & Partial<RecordFeedback>;
type Outcome = Pick<RecordOutcome, 'session_id' | 'metric'> & Partial<RecordOutcome>;

/** What may differ between imports. */
interface Imported {
  readonly created_at: string;
  readonly model: string | null;
  readonly user?: string;
  readonly model_id?: string | null;
  readonly ab_campaign?: string;
}

/** Lists without a filter, a page as large as may be. */
export const anything = {
  limit: 100,
  cursor: null,
  metric_id: null,
  session_id: null,
  user_id: null,
  completion_id: null,
};

/** Helpers that record feedback in the project of a suite and read it back. */
export function feedbackCallerOf(app: FeedbackApp) {
  const feedback = (fields: Feedback): RecordFeedback => ({
    // Ascending, as those of the gateway: of one user and time, the greatest counts.
    id: v7(),
    project_id: app.projectId,
    value: 1,
    user_id: null,
    reason: null,
    details: null,
    ...fields,
  });
  const outcome = (fields: Outcome): RecordOutcome => ({
    id: randomUUID(),
    project_id: app.projectId,
    value: 1,
    user_id: null,
    ...fields,
  });
  const all = { from: null, to: null, model: null };
  return {
    feedback,
    giveFeedback: (fields: Feedback) => app.ask(recordFeedback, feedback(fields)),
    recordSessionOutcome: (fields: Outcome) => app.ask(recordOutcome, outcome(fields)),
    summaryOf: (metric: { id: string }, part: Partial<typeof all> | object = {}) =>
      app.ask(metricSummary, { metric_id: metric.id, ...all, ...part }),
    list: (fields: object) => app.ask(listFeedback, { ...anything, project_id: app.projectId, ...fields }),
    importOne: (fields: Imported, metric: { id: string; key: string }, values: (number | boolean)[]) =>
      importOne(app, fields, metric, values),
  };
}

async function importOne(
  app: FeedbackApp,
  fields: Imported,
  metric: { id: string; key: string },
  values: (number | boolean)[],
) {
  const event = {
    completion_id: randomUUID(),
    session_id: randomUUID(),
    project_id: app.projectId,
    model_id: null,
    user: null,
    prompt_hash: 'hash',
    source: 'imported' as const,
    stored_at: new Date().toISOString(),
    ...fields,
    feedbacks: values.map((value) => ({
      id: randomUUID(),
      metric_id: metric.id,
      metric: metric.key,
      value,
      reason: null,
      details: null,
      created_at: fields.created_at,
    })),
  };
  await app.publishEvent(interactionImported, event);
  return event;
}
