import { Injectable } from '@nestjs/common';
import type { Review } from '@earshot/contracts-feedback';
import { outsideTransactions, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import type { ReviewItemEntity } from '../database/entities/review-item.entity.js';
import { ReviewEntity } from '../database/entities/review.entity.js';
import { toReview, type ShownReview } from './review.mapper.js';

/** A leased item with its queue. */
export interface LeasedItem {
  readonly lease_id: string;
  readonly item_id: string;
  readonly queue_id: string;
  readonly project_id: string;
  readonly metric_id: string;
  readonly kind: 'compare' | 'rate';
  readonly reviewer: string;
  readonly left_id: string;
  readonly right_id: string | null;
}

/** A locked item, and whether a lease of it has a place. */
export type LockedItem = Pick<ReviewItemEntity, 'status' | 'review_count'> & {
  readonly expired: boolean;
  /** Unexpired leases of other reviewers. */
  readonly others: number;
};

/** A decision that agreement counts: the reviews with equal categories agree. */
export interface CountedReview {
  readonly item_id: string;
  readonly reviewer: string;
  readonly category: string;
}

const shown = `select review.id, review.item_id, review.reviewer, review.comparison_id, review.feedback_id, review.created_at,
    comparison.preferred_id, comparison.tied, feedback.value, feedback.reason, feedback.details, metric.kind
  from reviews review
  join review_queues queue on queue.id = review.queue_id
  join metrics metric on metric.id = queue.metric_id
  left join comparisons comparison on comparison.id = review.comparison_id
  left join feedback on feedback.id = review.feedback_id`;

/** The queries of reviews. Writers hold the locks of the metrics. */
@Injectable()
export class ReviewsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads leases outside of transactions; ended ones are absent. @throws AppError `service_unavailable` */
  leased(leaseIds: readonly string[]): Promise<LeasedItem[]> {
    return outsideTransactions(this.dataSource, (tx) =>
      tx.query(
        `select lease.id as lease_id, lease.item_id, lease.queue_id, queue.project_id, queue.metric_id, queue.kind,
           lease.reviewer, lease.left_id, lease.right_id
         from review_leases lease join review_queues queue on queue.id = lease.queue_id
         where lease.id = any($1::uuid[])`,
        [leaseIds],
      ),
    );
  }

  /** Locks items in one order for all groups. */
  async lockItems(tx: Transaction, ids: readonly string[]): Promise<void> {
    await tx.query('select id from review_items where id = any($1::uuid[]) order by id for update', [ids]);
  }

  /** Locks the item of a lease; undefined if the lease has ended. */
  async lockLeased(tx: Transaction, { lease_id, reviewer }: LeasedItem): Promise<LockedItem | undefined> {
    const rows: LockedItem[] = await tx.query(
      `select item.status, item.review_count, lease.expires_at <= clock_timestamp() as expired,
         (select count(*)::integer from review_leases other where other.item_id = item.id and other.reviewer <> $2
            and other.expires_at > clock_timestamp()) as others
       from review_leases lease join review_items item on item.id = lease.item_id
       where lease.id = $1 for update of item`,
      [lease_id, reviewer],
    );
    return rows[0];
  }

  /** The review that was made with a lease. */
  async ofLease(tx: Transaction, queue_id: string, lease_id: string): Promise<ReviewEntity | undefined> {
    return (await tx.findOneBy(ReviewEntity, { queue_id, lease_id })) ?? undefined;
  }

  /** The review of an item by a reviewer. */
  async of(tx: Transaction, item_id: string, reviewer: string): Promise<ReviewEntity | undefined> {
    return (await tx.findOneBy(ReviewEntity, { item_id, reviewer })) ?? undefined;
  }

  /** A review of a queue. */
  async find(tx: Transaction, queue_id: string, id: string): Promise<ReviewEntity | undefined> {
    return (await tx.findOneBy(ReviewEntity, { queue_id, id })) ?? undefined;
  }

  /** Reads a review as it is shown. */
  async shown(tx: Transaction, id: string): Promise<Review> {
    const [row]: ShownReview[] = await tx.query(`${shown} where review.id = $1`, [id]);
    return toReview(row as ShownReview);
  }

  /** The reviews of items, the oldest first. */
  async ofItems(tx: Transaction, ids: readonly string[]): Promise<Review[]> {
    const rows: ShownReview[] = await tx.query(
      `${shown} where review.item_id = any($1::uuid[]) order by review.created_at, review.id`,
      [ids],
    );
    return rows.map(toReview);
  }

  /** Adds a review and counts it; with the last one the item is done. @returns whether it is. */
  async add(tx: Transaction, row: ReviewEntity, reviewsPerItem: number): Promise<boolean> {
    await tx.insert(ReviewEntity, row);
    const [items]: [{ status: string }[], number] = await tx.query(
      `update review_items set review_count = review_count + 1, status = case
         when review_count + 1 < $2 then 'waiting'
         when exists (select from reviews where item_id = $1 and coalesce(comparison_id, feedback_id) is not null)
           then 'reviewed'
         else 'skipped' end
       where id = $1 returning status`,
      [row.item_id, reviewsPerItem],
    );
    return items[0]?.status !== 'waiting';
  }

  /** The latest reviews of a queue without skips. A pair counts as its first, its second, or a tie. */
  counted(tx: Transaction, queue_id: string, limit: number): Promise<CountedReview[]> {
    return tx.query(
      `select review.item_id, review.reviewer, coalesce(
           comparison.tied, case when comparison.preferred_id = item.first_id then 'first' else 'second' end) as category
       from (select * from reviews where queue_id = $1 order by created_at desc, id desc limit $2) review
       join review_items item on item.id = review.item_id
       join comparisons comparison on comparison.id = review.comparison_id
       union all
       select review.item_id, review.reviewer, feedback.value::text
       from (select * from reviews where queue_id = $1 order by created_at desc, id desc limit $2) review
       join feedback on feedback.id = review.feedback_id`,
      [queue_id, limit],
    );
  }
}
