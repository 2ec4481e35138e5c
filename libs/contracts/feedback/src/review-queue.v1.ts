import { defineCommand, entity, id, idOrKey, page, pageRequest, pair } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

/** Kinds of review queues: which of two completions is better, or a value for one completion. */
export const reviewQueueKinds = ['compare', 'rate'] as const;

/** Prompts that a queue has answered again at most. */
export const maxReplays = 1_000;

/** Filter of the interactions service. */
const filter = z.record(z.string(), z.unknown());

/** Where the items of a queue come from; null: callers add them. */
export const reviewSource = z
  .union([
    /** Answers of the models of a campaign to one prompt. */
    z.object({ ab_campaign: id }),
    /** Answers of two models to one prompt that has an answer of the filter. No filter in messages from before 0.2. */
    z.object({ models: pair(id), filter: filter.optional() }),
    /**
     * Answers that match. With `replay`, which is absent in messages from before 0.2, each of their prompts is answered
     * again by this model, and its answer is compared with theirs.
     */
    z.object({ filter, replay: z.object({ model: id, limit: z.int().min(1).max(maxReplays) }).optional() }),
  ])
  .nullable();

/** Where the items of a queue come from. */
export type ReviewSource = z.infer<typeof reviewSource>;

/** Number of items by status. An item with an unexpired lease is `leased`, not `waiting`. */
const counts = z.object({
  waiting: z.int().min(0),
  leased: z.int().min(0),
  reviewed: z.int().min(0),
  skipped: z.int().min(0),
});

const settings = {
  key: z.string(),
  name: z.string(),
  source: reviewSource,
  reviews_per_item: z.int().min(1).max(5),
  lease_seconds: z.int().min(60).max(3_600),
};

/** The replays of a queue by status. */
const replays = z.object({
  pending: z.int().min(0),
  answered: z.int().min(0),
  failed: z.int().min(0),
  /** Why the latest unanswered one failed; null: none did. */
  last_error: z.string().nullable(),
});

/** A queue of items that people review under a metric. */
export const reviewQueue = z.object({
  ...entity,
  project_id: id,
  ...settings,
  kind: z.enum(reviewQueueKinds),
  metric_id: id,
  /** Key of the metric now. */
  metric: z.string(),
  counts,
  /** Why the source cannot be read; null: it can. Absent in messages from before queues were filled. */
  fill_error: z.string().nullable().optional(),
  /** Absent for a source without replays. */
  replays: replays.optional(),
});

/** A queue of items that people review under a metric. */
export type ReviewQueue = z.infer<typeof reviewQueue>;

/** Names a queue of a project. */
export const queueName = z.object({ project_id: id, queue: idOrKey });

/**
 * Creates a review queue.
 *
 * Errors: `metric_not_found`, `key_taken`, `id_taken`, `review_queue_limit`.
 */
export const createReviewQueue = defineCommand({
  topic: feedbackCommands,
  type: 'create-review-queue.v1',
  request: z.object({ id, project_id: id, ...settings, kind: z.enum(reviewQueueKinds), metric: idOrKey }),
  reply: reviewQueue,
});

/** Updates fields of a review queue. Errors: `review_queue_not_found`, `source_not_fit`. */
export const updateReviewQueue = defineCommand({
  topic: feedbackCommands,
  type: 'update-review-queue.v1',
  request: queueName.extend({
    changes: z.object(settings).omit({ key: true }).partial(),
  }),
  reply: reviewQueue,
});

/** Deletes a review queue with its items and reviews; recorded feedback stays. Errors: `review_queue_not_found`. */
export const deleteReviewQueue = defineCommand({
  topic: feedbackCommands,
  type: 'delete-review-queue.v1',
  request: queueName,
  reply: z.object({ id }),
});

/** Reads a review queue. Errors: `review_queue_not_found`. */
export const readReviewQueue = defineCommand({
  topic: feedbackCommands,
  type: 'read-review-queue.v1',
  request: queueName,
  reply: reviewQueue,
  read: true,
});

/** Lists the review queues of a project, the oldest first. Errors: `cursor_invalid`. */
export const listReviewQueues = defineCommand({
  topic: feedbackCommands,
  type: 'list-review-queues.v1',
  request: pageRequest.extend({ project_id: id }),
  reply: page(reviewQueue),
  read: true,
});

/** Request of {@link createReviewQueue}. */
export type CreateReviewQueue = z.infer<typeof createReviewQueue.request>;

/** Request of {@link updateReviewQueue}. */
export type UpdateReviewQueue = z.infer<typeof updateReviewQueue.request>;

/** Request of {@link deleteReviewQueue} and {@link readReviewQueue}. */
export type ReviewQueueName = z.infer<typeof queueName>;

/** Request of {@link listReviewQueues}. */
export type ListReviewQueues = z.infer<typeof listReviewQueues.request>;

/** Reply of {@link listReviewQueues}. */
export type ReviewQueuePage = z.infer<typeof listReviewQueues.reply>;
