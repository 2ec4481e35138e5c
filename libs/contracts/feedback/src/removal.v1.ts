import { defineCommand, defineEvent, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands, feedbackRecordedTopic } from './topics.js';

const recordName = z.object({ project_id: id, id });

/** Removes feedback on a completion, or an outcome, from lists and totals. Errors: `feedback_not_found`. */
export const removeFeedback = defineCommand({
  topic: feedbackCommands,
  type: 'remove-feedback.v1',
  request: recordName,
  reply: z.object({ id }),
});

/** Removes a comparison from lists and totals. Errors: `comparison_not_found`. */
export const removeComparison = defineCommand({
  topic: feedbackCommands,
  type: 'remove-comparison.v1',
  request: recordName,
  reply: z.object({ id }),
});

const removed = z.object({ id, project_id: id, metric_id: id, removed_at: timestamp });

/** A value was removed. Events are unordered: this one may precede that of the value. */
export const feedbackRemoved = defineEvent({
  topic: feedbackRecordedTopic,
  type: 'feedback-removed.v1',
  schema: removed,
  key: () => null,
});

/** A comparison was removed. Events are unordered: this one may precede that of the comparison. */
export const comparisonRemoved = defineEvent({
  topic: feedbackRecordedTopic,
  type: 'comparison-removed.v1',
  schema: removed,
  key: () => null,
});

/** Request of {@link removeFeedback} and {@link removeComparison}. */
export type RemoveRecord = z.infer<typeof recordName>;

/** Event of {@link feedbackRemoved} and {@link comparisonRemoved}. */
export type RecordRemoved = z.infer<typeof removed>;
