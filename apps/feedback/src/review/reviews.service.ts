import { Injectable } from '@nestjs/common';
import type { Received } from '@earshot/contracts-core';
import type { RecordReview, Review, UndoReview } from '@earshot/contracts-feedback';
import { now, type Transaction } from '@earshot/persistence';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { RemovalService } from '../removal/removal.service.js';
import { LeasesRepository } from './leases.repository.js';
import { QueuesRepository } from './queues.repository.js';
import { alreadyReviewed, leaseExpired, reviewNotFound } from './review.errors.js';
import { requestHash } from './review-plan.js';
import { ReviewRecorder, type PlannedReviews } from './review-recorder.service.js';
import { ReviewedRowsRepository } from '../reviewed-rows/reviewed-rows.repository.js';
import { ReviewsRepository, type LeasedItem } from './reviews.repository.js';

/** Records and undoes reviews. */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly queues: QueuesRepository,
    private readonly leases: LeasesRepository,
    private readonly reviews: ReviewsRepository,
    private readonly metrics: MetricsRepository,
    private readonly recorder: ReviewRecorder,
    private readonly removal: RemovalService,
    private readonly reviewed: ReviewedRowsRepository,
  ) {}

  /** Locks the metrics, then the items of planned reviews, in one order for all groups. */
  async lock(tx: Transaction, planned: PlannedReviews): Promise<void> {
    const items = [...planned.items.values()];
    await this.metrics.lockAll(tx, { ids: items.map(({ metric_id }) => metric_id), keys: [] });
    await this.reviews.lockItems(
      tx,
      items.map(({ item_id }) => item_id),
    );
  }

  /**
   * Records a review with its comparison or feedback. The same review of a lease again is returned.
   *
   * @param planned of {@link ReviewRecorder.plan}
   * @throws AppError `review_queue_not_found`, `lease_expired`, `already_reviewed`, `review_invalid`, and those of
   * comparisons and feedback.
   */
  async record(tx: Transaction, { body, call }: Received<RecordReview>, planned: PlannedReviews): Promise<Review> {
    const queue = await this.queues.find(tx, body);
    const request_hash = requestHash(body);
    const earlier = await this.reviews.ofLease(tx, queue.id, body.lease_id);
    if (earlier?.request_hash === request_hash) return this.reviews.shown(tx, earlier.id);
    if (earlier !== undefined) throw alreadyReviewed(earlier.id);
    const item = planned.items.get(body.lease_id.toLowerCase());
    if (item?.queue_id !== queue.id) throw leaseExpired();
    const other = await this.reviews.of(tx, item.item_id, item.reviewer);
    if (other !== undefined) throw alreadyReviewed(other.id);
    await this.#checkLease(tx, item, queue.reviews_per_item);
    const recorded = await this.recorder.record(tx, { body, call }, planned);
    const { item_id, lease_id, queue_id, reviewer } = item;
    const row = { id: body.id, item_id, queue_id, lease_id, reviewer, request_hash, ...recorded, created_at: now() };
    const isDone = await this.reviews.add(tx, row, queue.reviews_per_item);
    await (isDone ? this.leases.endAll(tx, item_id) : this.leases.endOwn(tx, item_id, reviewer));
    return this.reviews.shown(tx, row.id);
  }

  /** Deletes a review with its comparison or feedback. @throws AppError `review_queue_not_found`, `review_not_found` */
  async undo(tx: Transaction, { body, call }: Received<UndoReview>): Promise<Record<string, never>> {
    const queue = await this.queues.find(tx, body);
    await this.metrics.lockAll(tx, { ids: [queue.metric_id], keys: [] });
    const review = await this.reviews.find(tx, queue.id, body.review_id);
    if (review === undefined) throw reviewNotFound(body.review_id);
    const record = { project_id: queue.project_id, id: review.id };
    if (review.comparison_id !== null) await this.removal.remove(tx, 'comparison', record, call);
    else if (review.feedback_id !== null) await this.removal.remove(tx, 'feedback', record, call);
    else await this.reviewed.forget(tx, [review.id]);
    return {};
  }

  /** An expired lease counts while the item has a place for its review. */
  async #checkLease(tx: Transaction, leased: LeasedItem, reviewsPerItem: number): Promise<void> {
    const item = await this.reviews.lockLeased(tx, leased);
    if (item === undefined || item.status !== 'waiting') throw leaseExpired();
    if (item.expired && item.review_count + item.others >= reviewsPerItem) throw leaseExpired();
  }
}
