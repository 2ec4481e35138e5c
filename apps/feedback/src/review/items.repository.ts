import { Injectable } from '@nestjs/common';
import type { ReviewItem } from '@earshot/contracts-feedback';
import { readPage, rowsOf, columnLists, type PageRequest, type RowPage, type Transaction } from '@earshot/persistence';
import { v7 } from 'uuid';
import { ReviewItemEntity } from '../database/entities/review-item.entity.js';

/** The completions of an item: the first id is the lower one; no second one to rate. */
export type Pair = Pick<ReviewItemEntity, 'first_id' | 'second_id'>;

const itemColumns = { id: 'uuid', first_id: 'uuid', second_id: 'uuid' };

/** Creates the pair of one or two completions, in any order. */
export function pairOf(completion_ids: readonly string[]): Pair {
  const [first_id, second_id = null] = completion_ids.map((id) => id.toLowerCase()).sort();
  return { first_id: first_id as string, second_id };
}

const isLeased = (item: string) =>
  `exists (select from review_leases lease where lease.item_id = ${item}.id and lease.expires_at > now())`;

/** The queries of items. */
@Injectable()
export class ItemsRepository {
  /** Adds items that the queue does not have yet. @returns their number. */
  async add(tx: Transaction, queue_id: string, pairs: readonly Pair[]): Promise<number> {
    const rows = pairs.map((pair) => ({ id: v7(), ...pair }));
    const added: unknown[] = await tx.query(
      `insert into review_items (id, queue_id, first_id, second_id, created_at)
       select id, $${Object.keys(itemColumns).length + 1}, first_id, second_id, clock_timestamp()
       from ${rowsOf(itemColumns)} on conflict (queue_id, first_id, coalesce(second_id, first_id)) do nothing returning id`,
      [...columnLists(itemColumns, rows), queue_id],
    );
    return added.length;
  }

  /** Number of items that are not reviewed. */
  waiting(tx: Transaction, queue_id: string): Promise<number> {
    return tx.countBy(ReviewItemEntity, { queue_id, status: 'waiting' });
  }

  /** Reads a page of the items of a queue. @throws AppError `cursor_invalid` */
  page(
    tx: Transaction,
    queue_id: string,
    status: ReviewItem['status'] | null,
    request: PageRequest,
  ): Promise<RowPage<ReviewItemEntity>> {
    const query = tx.createQueryBuilder(ReviewItemEntity, 'item').where({ queue_id });
    if (status !== null) query.andWhere('item.status = :status', { status: status === 'leased' ? 'waiting' : status });
    if (status === 'leased') query.andWhere(isLeased('item'));
    if (status === 'waiting') query.andWhere(`not ${isLeased('item')}`);
    return readPage(query, request);
  }

  /** The ids of items that have an unexpired lease. */
  async leased(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows: { item_id: string }[] = await tx.query(
      'select distinct item_id from review_leases where item_id = any($1::uuid[]) and expires_at > now()',
      [ids],
    );
    return new Set(rows.map(({ item_id }) => item_id));
  }
}
