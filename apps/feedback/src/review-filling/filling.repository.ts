import { Injectable } from '@nestjs/common';
import { inTransaction, outsideTransactions, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { NewItemsRepository } from './new-items.repository.js';
import { ReplaysRepository } from '../review-replays/replays.repository.js';
import { maxWaitingItems, type ClaimedQueue, type Found } from './fill.js';

/** The queries that fill review queues. */
@Injectable()
export class FillingRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly items: NewItemsRepository,
    private readonly replays: ReplaysRepository,
  ) {}

  /** Claims the queue that is due for the longest time; null for none. @param until end of the claim. */
  async claim(dueAt: Date, until: Date): Promise<ClaimedQueue | null> {
    const [row]: ClaimedQueue[] = await this.#query(
      `with due as (
         select id from review_queues where source is not null and (fill_after is null or fill_after <= $1)
         order by fill_after nulls first, id limit 1 for update skip locked),
       claimed as (
         update review_queues set fill_after = $2 from due where review_queues.id = due.id
         returning review_queues.id, project_id, kind, source, fill_cursor, fill_after)
       select * from claimed`,
      [dueAt, until],
    );
    return row ?? null;
  }

  /** Items that may be added. */
  async room(queueId: string): Promise<number> {
    const [row]: { waiting: number }[] = await this.#query(
      `select count(*)::integer as waiting from (
         select from review_items where queue_id = $1 and status = 'waiting' limit $2) as items`,
      [queueId, maxWaitingItems],
    );
    return maxWaitingItems - (row?.waiting ?? 0);
  }

  /**
   * Adds what was found, moves the cursor and ends the claim, in one transaction. It does nothing where the claim has
   * ended, or the source of the queue has changed: somebody else fills it then.
   */
  async store(queue: ClaimedQueue, { items, replays = [], cursor }: Found, next: Date): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      if (!(await this.#holds(tx, queue))) return;
      await this.items.add(tx, queue, items);
      await this.replays.plan(tx, queue.id, replays);
      await tx.query('update review_queues set fill_cursor = $2, fill_after = $3, fill_error = null where id = $1', [
        queue.id,
        cursor,
        next,
      ]);
    });
  }

  /** Ends a claim that added nothing. @param error why the source cannot be read; undefined: as before. */
  async postpone(queue: ClaimedQueue, next: Date, error?: string): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      if (!(await this.#holds(tx, queue))) return;
      await tx.query('update review_queues set fill_after = $2, fill_error = coalesce($3, fill_error) where id = $1', [
        queue.id,
        next,
        error ?? null,
      ]);
    });
  }

  /** Whether the claim is in force. It locks the queue. */
  async #holds(tx: Transaction, { id, fill_after, fill_cursor, source }: ClaimedQueue): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select from review_queues where id = $1 and fill_after = $2 and fill_cursor is not distinct from $3
         and source = $4::jsonb for update`,
      [id, fill_after, fill_cursor, JSON.stringify(source)],
    );
    return rows.length > 0;
  }

  #query<Rows>(text: string, values: readonly unknown[]): Promise<Rows> {
    return outsideTransactions(this.dataSource, (manager) => manager.query(text, [...values]));
  }
}
