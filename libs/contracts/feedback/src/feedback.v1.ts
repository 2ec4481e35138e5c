import { defineCommand, defineEvent, id, idOrKey, page, pageRequest, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { metricKinds } from './metric.v1.js';
import { feedbackCommands, feedbackRecordedTopic } from './topics.js';

/** A value of a metric: boolean for kind `bool`, a finite number for `scalar`. */
export const metricValue = z.union([z.boolean(), z.number()]);

const given = {
  id,
  /** null for callers with access to all projects. */
  project_id: id.nullable(),
  metric: idOrKey,
  /** 0 and 1 also stand for false and true of a `bool` metric. */
  value: metricValue,
  /** null for anonymous feedback. */
  user_id: id.nullable(),
};

/**
 * Records feedback about a completion. It replaces an earlier value of the same user and metric.
 *
 * Errors: `completion_not_found`, `metric_not_found`, `metric_value_invalid`.
 */
export const recordFeedback = defineCommand({
  topic: feedbackCommands,
  type: 'record-feedback.v1',
  independent: true,
  request: z.object({
    ...given,
    completion_id: id,
    reason: z.string().nullable(),
    details: z.string().nullable(),
  }),
  reply: z.object({ id }),
});

/**
 * Records the outcome of a session. It replaces an earlier value of the same user and metric.
 *
 * Errors: `session_not_found`, `session_ambiguous`, `metric_not_found`, `metric_value_invalid`.
 */
export const recordOutcome = defineCommand({
  topic: feedbackCommands,
  type: 'record-outcome.v1',
  independent: true,
  request: z.object({ ...given, session_id: id }),
  reply: z.object({ id }),
});

/** Origins of a value. */
export const valueOrigins = ['feedback', 'outcome', 'import'] as const;

/** A recorded value. Events are unordered and may repeat. */
export const feedbackRecorded = defineEvent({
  topic: feedbackRecordedTopic,
  type: 'feedback-recorded.v1',
  schema: z.object({
    id,
    project_id: id,
    metric_id: id,
    /** Key of the metric at that time. */
    metric: z.string(),
    kind: z.enum(metricKinds),
    value: metricValue,
    origin: z.enum(valueOrigins),
    /** null: an outcome of a session. */
    completion_id: id.nullable(),
    /** Partition key of the completion in the interactions service; null or absent if unknown. */
    completion_created_at: timestamp.nullable().optional(),
    session_id: id,
    /** `{project}/{model}` of the completion, or of the last one of the session; null for imports without one. */
    model: z.string().nullable(),
    user_id: id.nullable(),
    reason: z.string().nullable(),
    details: z.string().nullable(),
    /** When it was recorded, or the time of the import. */
    created_at: timestamp,
  }),
  // Independent events; readers use the ids in them.
  key: () => null,
});

const listed = {
  id,
  metric_id: id,
  /** Key of the metric now. */
  metric: z.string(),
  value: metricValue,
  session_id: id,
  user_id: id.nullable(),
  /** false: a later value of the same user replaced it. */
  current: z.boolean(),
  created_at: timestamp,
};

const ofProject = pageRequest.extend({
  /** Absent: `asc`. */
  order: z.enum(['asc', 'desc']).optional(),
  project_id: id,
  metric_id: id.nullable(),
  session_id: id.nullable(),
  user_id: id.nullable(),
});

/** Lists feedback by time, imported ones too. Errors: `cursor_invalid`. */
export const listFeedback = defineCommand({
  topic: feedbackCommands,
  type: 'list-feedback.v1',
  request: ofProject.extend({ completion_id: id.nullable() }),
  reply: page(
    z.object({
      ...listed,
      completion_id: id,
      reason: z.string().nullable(),
      details: z.string().nullable(),
      imported: z.boolean(),
    }),
  ),
  read: true,
});

/** Lists outcomes by time. Errors: `cursor_invalid`. */
export const listOutcomes = defineCommand({
  topic: feedbackCommands,
  type: 'list-outcomes.v1',
  request: ofProject,
  reply: page(z.object(listed)),
  read: true,
});

/** Request of {@link recordFeedback}. */
export type RecordFeedback = z.infer<typeof recordFeedback.request>;

/** Request of {@link recordOutcome}. */
export type RecordOutcome = z.infer<typeof recordOutcome.request>;

/** Event of {@link feedbackRecorded}. */
export type FeedbackRecorded = z.infer<typeof feedbackRecorded.schema>;

/** Request of {@link listFeedback}. */
export type ListFeedback = z.infer<typeof listFeedback.request>;

/** Reply of {@link listFeedback}. */
export type FeedbackPage = z.infer<typeof listFeedback.reply>;

/** Request of {@link listOutcomes}. */
export type ListOutcomes = z.infer<typeof listOutcomes.request>;

/** Reply of {@link listOutcomes}. */
export type OutcomePage = z.infer<typeof listOutcomes.reply>;
