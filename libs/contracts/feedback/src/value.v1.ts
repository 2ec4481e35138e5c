import { defineCommand, defineEvent, id, idOrKey, page, pageRequest, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { metricKinds } from './metric.v1.js';
import { feedbackCommands, feedbackRecordedTopic } from './topics.js';

/** A value under a metric: true or false for a metric of yes and no, a finite number for a scalar one. */
export const metricValue = z.union([z.boolean(), z.number()]);

const given = {
  /** Of what is recorded. */
  id,
  /** The only project in which to look; null for a caller who may use all. */
  project_id: id.nullable(),
  metric: idOrKey,
  /** 0 and 1 also stand for false and true: the metric decides. */
  value: metricValue,
  /** Who says so; null for nobody in particular. */
  user_id: id.nullable(),
};

/**
 * Records what somebody says about a completion. A later value of the same user under the same metric replaces it in every summary.
 * Refused with `completion_not_found`, `metric_not_found`, `metric_value_invalid`.
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
 * Records how a session turned out. A later value of the same user under the same metric replaces it in every summary. Refused with
 * `session_not_found`, `session_ambiguous`, `metric_not_found`, `metric_value_invalid`.
 */
export const recordOutcome = defineCommand({
  topic: feedbackCommands,
  type: 'record-outcome.v1',
  independent: true,
  request: z.object({ ...given, session_id: id }),
  reply: z.object({ id }),
});

/** Where a value came from. */
export const valueOrigins = ['feedback', 'outcome', 'import'] as const;

/** A value, once it is on record. One event for each, in no order; `feedback.recorded` may carry it more than once. */
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
    /** null: about a whole session. */
    completion_id: id.nullable(),
    /** When the completion took place, by which the interactions service finds its row; null or absent where that is not known. */
    completion_created_at: timestamp.nullable().optional(),
    session_id: id,
    /** `{project}/{model}` that answered, the last one of the session where it is about a whole session; null where an import named none. */
    model: z.string().nullable(),
    user_id: id.nullable(),
    reason: z.string().nullable(),
    details: z.string().nullable(),
    /** By which it is counted: when it was recorded, or what an import says. */
    created_at: timestamp,
  }),
  // Each stands for itself: readers go by the ids in it.
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
  /** false: a later value of the same user has taken its place. */
  current: z.boolean(),
  created_at: timestamp,
};

const ofProject = pageRequest.extend({
  project_id: id,
  metric_id: id.nullable(),
  session_id: id.nullable(),
  user_id: id.nullable(),
});

/** Values about completions, imported ones too, the oldest first. Refused with `cursor_invalid`. */
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

/** Values about sessions, the oldest first. Refused with `cursor_invalid`. */
export const listOutcomes = defineCommand({
  topic: feedbackCommands,
  type: 'list-outcomes.v1',
  request: ofProject,
  reply: page(z.object(listed)),
  read: true,
});

/** What {@link recordFeedback} takes. */
export type RecordFeedback = z.infer<typeof recordFeedback.request>;

/** What {@link recordOutcome} takes. */
export type RecordOutcome = z.infer<typeof recordOutcome.request>;

/** A value, once it is on record. */
export type FeedbackRecorded = z.infer<typeof feedbackRecorded.schema>;

/** What {@link listFeedback} takes. */
export type ListFeedback = z.infer<typeof listFeedback.request>;

/** What {@link listFeedback} is answered with. */
export type FeedbackPage = z.infer<typeof listFeedback.reply>;

/** What {@link listOutcomes} takes. */
export type ListOutcomes = z.infer<typeof listOutcomes.request>;

/** What {@link listOutcomes} is answered with. */
export type OutcomePage = z.infer<typeof listOutcomes.reply>;
