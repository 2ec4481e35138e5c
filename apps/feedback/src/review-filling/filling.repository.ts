import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { inTransaction, insertRows, outsideTransactions, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { ReferencesRepository, subjectKey } from '../references/references.repository.js';
import { maxWaitingItems, type ClaimedQueue, type Found, type FoundItem } from './fill.js';

const itemColumns = {
  id: 'uuid',
  queue_id: 'uuid',
  first_id: 'uuid',
  second_id: 'uuid',
  created_at: 'timestamptz',
};

/** The queries that fill review queues. */
@Injectable()
export class FillingRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly references: ReferencesRepository,
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
  async store(queue: ClaimedQueue, { items, cursor }: Found, next: Date): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      if (!(await this.#holds(tx, queue))) return;
      await this.#insert(tx, queue, items);
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

  async #insert(
    tx: Transaction,
    { id: queue_id, project_id }: ClaimedQueue,
    items: readonly FoundItem[],
  ): Promise<void> {
    const subjects = items.flatMap(({ completions }) => completions.map((one) => ({ ...one, project_id })));
    const living = await this.references.living(tx, subjects);
    const added = items.filter(({ completions }) =>
      completions.every((one) => living.has(subjectKey({ ...one, project_id }))),
    );
    // Reviewers get items by age: one millisecond apart, and after earlier ones, they keep the order of the source.
    const [last]: { at: Date | null }[] = await tx.query(
      'select max(created_at) as at from review_items where queue_id = $1',
      [queue_id],
    );
    const start = Math.max(Date.now() - added.length, (last?.at?.getTime() ?? 0) + 1);
    const rows = added.map(({ completions: [first, second] }, index) => ({
      id: randomUUID(),
      queue_id,
      first_id: first?.completion_id as string,
      second_id: second?.completion_id ?? null,
      created_at: new Date(start + index).toISOString(),
    }));
    await insertRows(tx, 'review_items', itemColumns, rows, 'on conflict do nothing');
  }

  #query<Rows>(text: string, values: readonly unknown[]): Promise<Rows> {
    return outsideTransactions(this.dataSource, (manager) => manager.query(text, [...values]));
  }
}
