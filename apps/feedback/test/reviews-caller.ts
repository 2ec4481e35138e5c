import { randomUUID } from 'node:crypto';
import {
  addReviewItems,
  createReviewQueue,
  leaseReviewItems,
  listReviewItems,
  readReviewQueue,
  recordReview,
  undoReview,
  type CreateReviewQueue,
  type Decision,
  type LeaseReviewItems,
  type ReviewLease,
  type ReviewQueue,
} from '@earshot/contracts-feedback';
import type { FeedbackApp } from './feedback-app.js';

/** Those who fill the review queues of a project of a suite, and review their items. */
export function reviewsOf(app: FeedbackApp) {
  const of = (queue: ReviewQueue) => ({ project_id: queue.project_id, queue: queue.id });
  const leaseSome = async (queue: ReviewQueue, reviewer: string, fields: Partial<LeaseReviewItems> = {}) => {
    const request = { ...of(queue), reviewer, limit: 1, item_id: null, ...fields };
    return (await app.ask(leaseReviewItems, request)).data;
  };
  const review = (queue: ReviewQueue, lease: ReviewLease, decision: Decision) =>
    app.ask(recordReview, { ...of(queue), id: randomUUID(), lease_id: lease.lease_id, decision, user_id: null });
  return {
    of,
    leaseSome,
    review,
    queue: (metric: { id: string }, fields: Partial<CreateReviewQueue> = {}) => {
      const id = randomUUID();
      const usual = {
        id,
        project_id: app.projectId,
        key: id,
        name: 'A queue',
        kind: 'compare',
        metric: metric.id,
      } as const;
      return app.ask(createReviewQueue, { ...usual, source: null, reviews_per_item: 1, lease_seconds: 300, ...fields });
    },
    add: (queue: ReviewQueue, ...items: string[][]) =>
      app.ask(addReviewItems, { ...of(queue), items: items.map((completion_ids) => ({ completion_ids })) }),
    lease: async (queue: ReviewQueue, reviewer = 'ada') => (await leaseSome(queue, reviewer))[0] as ReviewLease,
    undo: (queue: ReviewQueue, review_id: string) => app.ask(undoReview, { ...of(queue), review_id }),
    countsOf: async (queue: ReviewQueue) => (await app.ask(readReviewQueue, of(queue))).counts,
    items: async (queue: ReviewQueue) =>
      (await app.ask(listReviewItems, { ...of(queue), status: null, limit: 100, cursor: null })).data,
  };
}
