import { Injectable } from '@nestjs/common';
import type { LeasedReviewItems, LeaseReviewItems, ReleaseReviewLease, ReviewLease } from '@earshot/contracts-feedback';
import type { Transaction } from '@earshot/persistence';
import type { ReviewQueueEntity } from '../database/entities/review-queue.entity.js';
import { LeasesRepository } from './leases.repository.js';
import { QueuesRepository } from './queues.repository.js';
import { alreadyReviewed, itemNotFound, itemTaken, leaseLimit, maxLeases } from './review.errors.js';
import { ReviewsRepository } from './reviews.repository.js';

/** Rounds in which items that others have just leased are replaced. */
const maxRounds = 3;

/** Leases items to reviewers. */
@Injectable()
export class LeasesService {
  constructor(
    private readonly queues: QueuesRepository,
    private readonly leases: LeasesRepository,
    private readonly reviews: ReviewsRepository,
  ) {}

  /**
   * @throws AppError `review_queue_not_found`, `review_item_not_found`, `review_item_taken`, `already_reviewed`,
   * `lease_limit`
   */
  async lease(tx: Transaction, body: LeaseReviewItems): Promise<LeasedReviewItems> {
    const { reviewer, item_id } = body;
    const queue = await this.queues.find(tx, body);
    if (item_id !== null) return { data: [await this.#one(tx, queue, reviewer, item_id.toLowerCase())] };
    const remaining = maxLeases - (await this.leases.open(tx, queue.id, reviewer));
    if (remaining <= 0) throw leaseLimit(reviewer);
    const leaseCount = Math.min(body.limit, remaining);
    const data: ReviewLease[] = [];
    for (let round = 0; round < maxRounds && data.length < leaseCount; round += 1) {
      const ids = await this.leases.free(tx, queue, reviewer, leaseCount - data.length);
      if (ids.length === 0) break;
      data.push(...(await this.leases.insert(tx, queue, reviewer, ids)));
    }
    return { data };
  }

  /** @throws AppError `review_queue_not_found` */
  async release(tx: Transaction, body: ReleaseReviewLease): Promise<Record<string, never>> {
    const queue = await this.queues.find(tx, body);
    await this.leases.release(tx, queue.id, body.lease_id);
    return {};
  }

  /** Leases an item to a reviewer; extends a lease that the reviewer has. */
  async #one(tx: Transaction, queue: ReviewQueueEntity, reviewer: string, id: string): Promise<ReviewLease> {
    if ((await this.leases.lockItem(tx, queue.id, id)) === undefined) throw itemNotFound(id);
    const own = (await this.reviews.ofItems(tx, [id])).find((review) => review.reviewer === reviewer);
    if (own !== undefined) throw alreadyReviewed(own.id);
    await this.leases.endOwn(tx, id, reviewer);
    if ((await this.leases.open(tx, queue.id, reviewer)) >= maxLeases) throw leaseLimit(reviewer);
    const [lease] = await this.leases.insert(tx, queue, reviewer, [id]);
    if (lease === undefined) throw itemTaken(id);
    return lease;
  }
}
