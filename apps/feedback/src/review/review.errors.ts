import { conflict, invalidRequest, notFound, type AppError } from '@earshot/errors';
import type { ReviewQueueEntity } from '../database/entities/review-queue.entity.js';

/** Review queues of a project. */
export const maxQueues = 100;

/** Items of a queue that wait or are leased. */
export const maxWaitingItems = 10_000;

/** Unexpired leases of a reviewer in a queue. */
export const maxLeases = 50;

/** The project has no queue of that id or key. */
export function queueNotFound(name: string): AppError {
  return notFound('review queue', name);
}

/** The project has the maximum number of queues. */
export function queueLimit(): AppError {
  return conflict('review_queue_limit', `The project has ${maxQueues} review queues. Delete one first.`);
}

/** The queue has the maximum number of items that are not reviewed. */
export function queueFull(): AppError {
  const message = `A review queue has at most ${maxWaitingItems} waiting items. Review some of them, or use another queue.`;
  return conflict('review_queue_full', message, { param: 'items' });
}

/** Campaigns, models and replays fill queues of kind `compare`, filters those of kind `rate`. */
export function sourceNotFit({ kind }: Pick<ReviewQueueEntity, 'kind'>): AppError {
  const expected = kind === 'compare' ? "'ab_campaign', 'models' or 'replay'" : "'filter' alone";
  const message = `The source of a review queue of kind '${kind}' must be null or have ${expected}.`;
  return invalidRequest('source_not_fit', message, { param: 'source' });
}

/** The item has another number of completions than the kind of the queue needs. */
export function itemInvalid({ kind }: Pick<ReviewQueueEntity, 'kind'>, param: string): AppError {
  const expected = kind === 'compare' ? 'two completions' : 'one completion';
  return invalidRequest('review_item_invalid', `An item of a queue of kind '${kind}' must have ${expected}.`, {
    param,
  });
}

/** The queue has no item of that id. */
export function itemNotFound(id: string): AppError {
  return notFound('review item', id, { param: 'item_id' });
}

/** Others have leased the item, or it is reviewed. */
export function itemTaken(id: string): AppError {
  const message = `The item '${id}' is leased by others or has all its reviews. Lease another item, or undo a review first.`;
  return conflict('review_item_taken', message, { param: 'item_id' });
}

/** The reviewer has the maximum number of unexpired leases. */
export function leaseLimit(reviewer: string): AppError {
  const message = `The reviewer '${reviewer}' has ${maxLeases} unexpired leases in the queue. Review or release some first.`;
  return conflict('lease_limit', message, { param: 'reviewer' });
}

/** The lease ended, and the item has no place for its review. */
export function leaseExpired(): AppError {
  const message = 'The lease has expired or was released, and the item may be with others. Lease another item.';
  return conflict('lease_expired', message, { param: 'lease_id' });
}

/** The lease has another review, or the reviewer has reviewed the item. */
export function alreadyReviewed(review_id: string): AppError {
  const message = `The item has the review '${review_id}' of this reviewer. Delete that review to change it.`;
  return conflict('already_reviewed', message, { param: 'lease_id', details: { review_id } });
}

/** The decision does not fit the kind of the queue, or names another completion. */
export function reviewInvalid(message: string, param: string): AppError {
  return invalidRequest('review_invalid', message, { param });
}

/** The queue has no review of that id. */
export function reviewNotFound(id: string): AppError {
  return notFound('review', id);
}
