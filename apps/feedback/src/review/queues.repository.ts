import { Injectable } from '@nestjs/common';
import type { ReviewQueue, ReviewQueueName } from '@earshot/contracts-feedback';
import { conflict } from '@earshot/errors';
import { mapConstraintErrors, readPage, type PageRequest, type RowPage, type Transaction } from '@earshot/persistence';
import type { QueryDeepPartialEntity } from 'typeorm';
import { ReviewQueueEntity } from '../database/entities/review-queue.entity.js';
import { queueNotFound } from './review.errors.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Counts = ReviewQueue['counts'];

/** The queries of review queues. */
@Injectable()
export class QueuesRepository {
  /** Number of queues of a project. */
  count(tx: Transaction, project_id: string): Promise<number> {
    return tx.countBy(ReviewQueueEntity, { project_id });
  }

  /** @throws AppError `key_taken`, `id_taken` */
  async insert(tx: Transaction, row: ReviewQueueEntity): Promise<void> {
    const param = (name: string) => ({ param: name });
    await mapConstraintErrors(tx.insert(ReviewQueueEntity, columnsOf(row)), {
      review_queues_key_taken: () =>
        conflict('key_taken', `The key '${row.key}' is already used by another review queue.`, param('key')),
      review_queues_id_taken: () => conflict('id_taken', `A review queue with the id '${row.id}' exists.`, param('id')),
    });
  }

  /** Finds a queue by id or key. @throws AppError `review_queue_not_found` */
  find(tx: Transaction, name: ReviewQueueName): Promise<ReviewQueueEntity> {
    return this.#one(tx, name, false);
  }

  /** Finds and locks a queue. @throws AppError `review_queue_not_found` */
  lock(tx: Transaction, name: ReviewQueueName): Promise<ReviewQueueEntity> {
    return this.#one(tx, name, true);
  }

  async update(tx: Transaction, row: ReviewQueueEntity): Promise<void> {
    await tx.update(ReviewQueueEntity, { id: row.id }, columnsOf(row));
  }

  /** Deletes a queue with its items, leases and reviews. */
  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.delete(ReviewQueueEntity, { id });
  }

  /** Reads a page of the queues of a project. @throws AppError `cursor_invalid` */
  page(tx: Transaction, project_id: string, request: PageRequest): Promise<RowPage<ReviewQueueEntity>> {
    return readPage(tx.createQueryBuilder(ReviewQueueEntity, 'queue').where({ project_id }), request);
  }

  /** Number of items by status, for each queue. */
  async counts(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
    const rows: (Counts & { id: string })[] = await tx.query(
      `select queue.id, coalesce(items.waiting, 0) - leases.leased as waiting, leases.leased,
         coalesce(items.reviewed, 0) as reviewed, coalesce(items.skipped, 0) as skipped
       from unnest($1::uuid[]) as queue (id)
       left join (
         select queue_id, (count(*) filter (where status = 'waiting'))::integer as waiting,
           (count(*) filter (where status = 'reviewed'))::integer as reviewed,
           (count(*) filter (where status = 'skipped'))::integer as skipped
         from review_items where queue_id = any($1::uuid[]) group by queue_id
       ) as items on items.queue_id = queue.id
       cross join lateral (
         select count(distinct item.id)::integer as leased
         from review_leases lease join review_items item on item.id = lease.item_id
         where lease.queue_id = queue.id and lease.expires_at > now() and item.status = 'waiting'
       ) as leases`,
      [ids],
    );
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }

  async #one(tx: Transaction, { project_id, queue }: ReviewQueueName, isLocked: boolean): Promise<ReviewQueueEntity> {
    const byId = uuid.test(queue) ? [{ project_id, id: queue }] : [];
    const found = await tx.find(ReviewQueueEntity, {
      where: [...byId, { project_id, key: queue }],
      take: 2,
      ...(isLocked && { lock: { mode: 'for_no_key_update' as const } }),
    });
    const row = found.find(({ id }) => id === queue.toLowerCase()) ?? found[0];
    if (row === undefined) throw queueNotFound(queue);
    return row;
  }
}

/** TypeORM does not accept the unknown fields of a filter. */
function columnsOf(row: ReviewQueueEntity): QueryDeepPartialEntity<ReviewQueueEntity> {
  return row as QueryDeepPartialEntity<ReviewQueueEntity>;
}
