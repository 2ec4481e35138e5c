import { defineCommand, id, page, pageRequest, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { queueName } from './review-queue.v1.js';
import { review } from './review.v1.js';
import { feedbackCommands } from './topics.js';

/** Statuses of items. */
export const reviewItemStatuses = ['waiting', 'leased', 'reviewed', 'skipped'] as const;

/** One completion to rate, or two to compare. */
const completionIds = z.array(id).min(1).max(2);

/** An item of a review queue. */
export const reviewItem = z.object({
  id,
  status: z.enum(reviewItemStatuses),
  completion_ids: completionIds,
  reviews: z.array(review),
  created_at: timestamp,
});

/** An item of a review queue. */
export type ReviewItem = z.infer<typeof reviewItem>;

/**
 * Adds items to a review queue. An item that the queue has already counts as existing.
 *
 * Errors: `review_queue_not_found`, `review_item_invalid`, `completion_not_found`, `same_completion`, `prompts_differ`,
 * `review_queue_full`.
 */
export const addReviewItems = defineCommand({
  topic: feedbackCommands,
  type: 'add-review-items.v1',
  request: queueName.extend({
    items: z
      .array(z.object({ completion_ids: completionIds }))
      .min(1)
      .max(100),
  }),
  reply: z.object({ added: z.int().min(0), existing: z.int().min(0) }),
});

/** Lists the items of a review queue, the oldest first. Errors: `review_queue_not_found`, `cursor_invalid`. */
export const listReviewItems = defineCommand({
  topic: feedbackCommands,
  type: 'list-review-items.v1',
  request: queueName.extend({ ...pageRequest.shape, status: z.enum(reviewItemStatuses).nullable() }),
  reply: page(reviewItem),
  read: true,
});

/** Request of {@link addReviewItems}. */
export type AddReviewItems = z.infer<typeof addReviewItems.request>;

/** Reply of {@link addReviewItems}. */
export type AddedReviewItems = z.infer<typeof addReviewItems.reply>;

/** Request of {@link listReviewItems}. */
export type ListReviewItems = z.infer<typeof listReviewItems.request>;

/** Reply of {@link listReviewItems}. */
export type ReviewItemPage = z.infer<typeof listReviewItems.reply>;
