import { Injectable } from '@nestjs/common';
import type { ObjectName } from '@earshot/contracts-storage';
import { columnLists, columnsOf, insertionOf, inTransaction, type Transaction } from '@earshot/persistence';
import { DataSource, In, LessThanOrEqual } from 'typeorm';
import { StoredObjectEntity } from '../database/entities/stored-object.entity.js';

/** The rows of objects in the bucket. */
@Injectable()
export class StoredObjectsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `service_unavailable` */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, work);
  }

  /**
   * Inserts a row. An existing row of that name stays, and is deleted no earlier.
   * @returns the id and state of the row.
   */
  async announce(tx: Transaction, row: StoredObjectEntity): Promise<{ id: string; kept: boolean }> {
    const columns = columnsOf(tx, StoredObjectEntity);
    const onConflict = `on conflict on constraint objects_by_name do update
      set delete_after = case when o.delete_after is not null then greatest(o.delete_after, excluded.delete_after) end
      returning id, delete_after is null as kept`;
    const [found]: { id: string; kept: boolean }[] = await tx.query(
      insertionOf('objects as o', columns, onConflict),
      columnLists(columns, [{ ...row }]),
    );
    return found as { id: string; kept: boolean };
  }

  find(tx: Transaction, { kind, project_id, name }: ObjectName): Promise<StoredObjectEntity | null> {
    return tx.findOneBy(StoredObjectEntity, { kind, project_id, name });
  }

  /** Finds a row and locks it until the transaction ends. */
  lock(tx: Transaction, { kind, project_id, name }: ObjectName): Promise<StoredObjectEntity | null> {
    const where = { kind, project_id, name };
    return tx.findOne(StoredObjectEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** @param deleteAfter null to keep the object. */
  async setDeleteAfter(tx: Transaction, id: string, deleteAfter: string | null): Promise<void> {
    await tx.update(StoredObjectEntity, { id }, { delete_after: deleteAfter });
  }

  /** Locks rows that are due for deletion; skips rows that other transactions have locked. */
  lockDue(tx: Transaction, now: Date, limit: number): Promise<StoredObjectEntity[]> {
    return tx.find(StoredObjectEntity, {
      where: { delete_after: LessThanOrEqual(now.toISOString()) },
      order: { delete_after: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** Marks objects of a project for deletion. @returns how many. */
  async discardBatch(tx: Transaction, projectId: string, limit: number): Promise<number> {
    const [, discarded]: [unknown, number] = await tx.query(
      `update objects set delete_after = now() where id in (
         select id from objects where project_id = $1 and (delete_after is null or delete_after > now())
         limit $2 for update)`,
      [projectId, limit],
    );
    return discarded;
  }

  async delete(tx: Transaction, rows: readonly StoredObjectEntity[]): Promise<void> {
    await tx.delete(StoredObjectEntity, { id: In(rows.map(({ id }) => id)) });
  }
}
