import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { queueName } from './review-queue.v1.js';
import { reviewerName } from './review.v1.js';
import { feedbackCommands } from './topics.js';

/** A lease of an item: until it expires, the item is given to nobody else. */
export const reviewLease = z.object({
  lease_id: id,
  item_id: id,
  /** In random order, left and right, which is fixed for the lease. */
  completion_ids: z.array(id).min(1).max(2),
  expires_at: timestamp,
});

/** A lease of an item. */
export type ReviewLease = z.infer<typeof reviewLease>;

/**
 * Leases waiting items to a reviewer; none if nothing waits.
 *
 * Errors: `review_queue_not_found`, `review_item_not_found`, `review_item_taken`, `lease_limit`.
 */
export const leaseReviewItems = defineCommand({
  topic: feedbackCommands,
  type: 'lease-review-items.v1',
  request: queueName.extend({
    reviewer: reviewerName,
    limit: z.int().min(1).max(10),
    /** Leases this item; null for the oldest ones. */
    item_id: id.nullable(),
  }),
  reply: z.object({ data: z.array(reviewLease) }),
});

/** Releases a lease; one that has ended already is no error. Errors: `review_queue_not_found`. */
export const releaseReviewLease = defineCommand({
  topic: feedbackCommands,
  type: 'release-review-lease.v1',
  request: queueName.extend({ lease_id: id }),
  reply: z.object({}),
});

/** Request of {@link leaseReviewItems}. */
export type LeaseReviewItems = z.infer<typeof leaseReviewItems.request>;

/** Reply of {@link leaseReviewItems}. */
export type LeasedReviewItems = z.infer<typeof leaseReviewItems.reply>;

/** Request of {@link releaseReviewLease}. */
export type ReleaseReviewLease = z.infer<typeof releaseReviewLease.request>;
