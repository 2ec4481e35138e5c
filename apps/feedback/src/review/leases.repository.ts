import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import type { ReviewLease } from '@earshot/contracts-feedback';
import { columnLists, rowsOf, type Transaction } from '@earshot/persistence';
import { v7 } from 'uuid';
import type { ReviewItemEntity } from '../database/entities/review-item.entity.js';
import type { ReviewQueueEntity } from '../database/entities/review-queue.entity.js';

/** Expired leases are kept so long, since their review may still be accepted. */
const expiredRetention = '1 day';

type LeasedQueue = Pick<ReviewQueueEntity, 'id' | 'reviews_per_item' | 'lease_seconds'>;

const leaseColumns = { item_id: 'uuid', lease_id: 'uuid', swapped: 'boolean' };

/** An item `item` has a place for this reviewer. $1 queue, $2 reviewer, $3 reviews of an item. */
const isFree = `item.queue_id = $1 and item.status = 'waiting'
  and item.review_count
    + (select count(*) from review_leases lease where lease.item_id = item.id and lease.expires_at > clock_timestamp()) < $3
  and not exists (select from reviews where reviews.item_id = item.id and reviews.reviewer = $2)
  and not exists (select from review_leases own
    where own.item_id = item.id and own.reviewer = $2 and own.expires_at > clock_timestamp())`;

/** The queries of leases. */
@Injectable()
export class LeasesRepository {
  /** Number of unexpired leases of a reviewer in a queue. */
  async open(tx: Transaction, queue_id: string, reviewer: string): Promise<number> {
    const [row]: { open: number }[] = await tx.query(
      `select count(*)::integer as open from review_leases
       where queue_id = $1 and reviewer = $2 and expires_at > clock_timestamp()`,
      [queue_id, reviewer],
    );
    return (row as { open: number }).open;
  }

  /** Locks the oldest items with a place for the reviewer; skips those that others are leasing. @returns their ids. */
  async free(tx: Transaction, queue: LeasedQueue, reviewer: string, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await tx.query(
      `select id from review_items item where ${isFree}
       order by created_at, id limit $4 for update of item skip locked`,
      [queue.id, reviewer, queue.reviews_per_item, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Locks an item of a queue. */
  async lockItem(tx: Transaction, queue_id: string, id: string): Promise<ReviewItemEntity | undefined> {
    const rows: ReviewItemEntity[] = await tx.query(
      'select * from review_items where queue_id = $1 and id = $2 for update',
      [queue_id, id],
    );
    return rows[0];
  }

  /**
   * Leases locked items that still have a place: {@link free} may not have seen leases that were committed meanwhile.
   * Each lease has a random order of its completions.
   */
  async insert(tx: Transaction, queue: LeasedQueue, reviewer: string, ids: readonly string[]): Promise<ReviewLease[]> {
    await tx.query(
      `delete from review_leases where item_id = any($1::uuid[])
         and (reviewer = $2 and expires_at <= clock_timestamp()
           or expires_at <= clock_timestamp() - interval '${expiredRetention}')`,
      [ids, reviewer],
    );
    const chosen = ids.map((item_id) => ({ item_id, lease_id: v7(), swapped: randomInt(2) === 1 }));
    const rows: (Omit<ReviewLease, 'completion_ids' | 'expires_at'> & Sides & { expires_at: Date })[] = await tx.query(
      `insert into review_leases (id, item_id, queue_id, reviewer, left_id, right_id, expires_at)
       select chosen.lease_id, item.id, item.queue_id, $2,
         case when swapped and second_id is not null then second_id else first_id end,
         case when swapped and second_id is not null then first_id else second_id end,
         clock_timestamp() + make_interval(secs => $4)
       from ${rowsOf(leaseColumns, 'chosen', 5)} join review_items item on item.id = chosen.item_id where ${isFree}
       returning id as lease_id, item_id, left_id, right_id, expires_at`,
      [queue.id, reviewer, queue.reviews_per_item, queue.lease_seconds, ...columnLists(leaseColumns, chosen)],
    );
    const leases = rows.map(({ left_id, right_id, expires_at, ...lease }) => ({
      ...lease,
      completion_ids: right_id === null ? [left_id] : [left_id, right_id],
      expires_at: expires_at.toISOString(),
    }));
    return ids.flatMap((id) => leases.filter(({ item_id }) => item_id === id));
  }

  /** Ends the leases of a reviewer for an item. */
  async endOwn(tx: Transaction, item_id: string, reviewer: string): Promise<void> {
    await tx.query('delete from review_leases where item_id = $1 and reviewer = $2', [item_id, reviewer]);
  }

  /** Ends all leases of an item. */
  async endAll(tx: Transaction, item_id: string): Promise<void> {
    await tx.query('delete from review_leases where item_id = $1', [item_id]);
  }

  /** Ends a lease; nothing happens if it has ended. */
  async release(tx: Transaction, queue_id: string, id: string): Promise<void> {
    await tx.query('delete from review_leases where queue_id = $1 and id = $2', [queue_id, id]);
  }
}

interface Sides {
  readonly left_id: string;
  readonly right_id: string | null;
}
