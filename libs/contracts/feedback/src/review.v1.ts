import { defineCommand, id, pair, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { ties } from './comparison.v1.js';
import { queueName } from './review-queue.v1.js';
import { feedbackCommands } from './topics.js';
import { metricValue } from './feedback.v1.js';

/** Name of the person who reviews, as the caller gives it. */
export const reviewerName = z.string().min(1).max(200);

/** A review of an item: a comparison, a value, or a skip. */
export const review = z.object({
  id,
  item_id: id,
  reviewer: reviewerName,
  /** The better completion; null for a tie, a value or a skip. */
  preferred_completion: id.nullable(),
  tied: z.enum(ties).nullable(),
  value: metricValue.nullable(),
  reason: z.string().nullable(),
  details: z.string().nullable(),
  skipped: z.boolean(),
  /** The recorded comparison; null for other reviews. */
  comparison_id: id.nullable(),
  /** The recorded feedback; null for other reviews. */
  feedback_id: id.nullable(),
  created_at: timestamp,
});

/** A review of an item. */
export type Review = z.infer<typeof review>;

/** What a reviewer decided. */
export const decision = z.union([
  z.object({ preferred_completion: id }),
  z.object({ tied: z.enum(ties) }),
  z.object({ value: metricValue, reason: z.string().nullable(), details: z.string().nullable() }),
  z.object({ skip: z.literal(true) }),
]);

/** What a reviewer decided. */
export type Decision = z.infer<typeof decision>;

/**
 * Records the review of a leased item with its comparison or feedback. The same review of a lease again gets the same
 * reply.
 *
 * Errors: `review_queue_not_found`, `lease_expired`, `already_reviewed`, `review_invalid`, and those of
 * `record-comparison.v1` and `record-feedback.v1`.
 */
export const recordReview = defineCommand({
  topic: feedbackCommands,
  type: 'record-review.v1',
  request: queueName.extend({
    /** Id of the review, and of its comparison or feedback. */
    id,
    lease_id: id,
    decision,
    user_id: id.nullable(),
  }),
  reply: review,
});

/**
 * Deletes a review with its comparison or feedback; the item waits again.
 *
 * Errors: `review_queue_not_found`, `review_not_found`.
 */
export const undoReview = defineCommand({
  topic: feedbackCommands,
  type: 'undo-review.v1',
  request: queueName.extend({ review_id: id }),
  reply: z.object({}),
});

const share = z.number().min(0).max(1).nullable();

/** Agreement of the reviewers of a queue, in its latest reviews. */
export const reviewAgreement = z.object({
  /** Items with two reviews or more, without skips. */
  items: z.int().min(0),
  reviewers: z.array(z.object({ reviewer: reviewerName, reviews: z.int().min(0) })),
  /** Share of the pairs of reviews of one item that agree; null without pairs. */
  agreement: share,
  /** null where it is not defined. */
  fleiss_kappa: z.number().min(-1).max(1).nullable(),
  pairs: z.array(z.object({ reviewers: pair(reviewerName), items: z.int().min(1), agreement: share })),
});

/** Agreement of the reviewers of a queue. */
export type ReviewAgreement = z.infer<typeof reviewAgreement>;

/** Reads the agreement of the reviewers of a queue. Errors: `review_queue_not_found`. */
export const readReviewAgreement = defineCommand({
  topic: feedbackCommands,
  type: 'read-review-agreement.v1',
  request: queueName,
  reply: reviewAgreement,
  read: true,
});

/** Request of {@link recordReview}. */
export type RecordReview = z.infer<typeof recordReview.request>;

/** Request of {@link undoReview}. */
export type UndoReview = z.infer<typeof undoReview.request>;
