import { Injectable } from '@nestjs/common';
import type { ObjectName } from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import { DataSource, In, LessThanOrEqual } from 'typeorm';
import { StoredObjectEntity } from '../database/entities/stored-object.entity.js';

/** The rows of what lies in the bucket. */
@Injectable()
export class StoredObjectsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Does something outside of any command. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Adds a row; one of that name stays what it is, and is deleted no earlier than it was to be. @returns the row's own id and fate. */
  async announce(tx: Transaction, row: StoredObjectEntity): Promise<{ id: string; kept: boolean }> {
    const { id, kind, projectId, name, size, sha256, contentType, createdAt, deleteAfter } = row;
    const [found]: { id: string; kept: boolean }[] = await tx.query(
      `insert into objects as o (id, kind, project_id, name, size, sha256, content_type, created_at, delete_after)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict on constraint objects_by_name do update
         set delete_after = case when o.delete_after is not null then greatest(o.delete_after, excluded.delete_after) end
       returning id, delete_after is null as kept`,
      [id, kind, projectId, name, size, sha256, contentType, createdAt, deleteAfter],
    );
    return found as { id: string; kept: boolean };
  }

  find(tx: Transaction, name: ObjectName): Promise<StoredObjectEntity | null> {
    return tx.findOneBy(StoredObjectEntity, where(name));
  }

  /** The row, kept from others until the transaction ends. */
  lock(tx: Transaction, name: ObjectName): Promise<StoredObjectEntity | null> {
    return tx.findOne(StoredObjectEntity, { where: where(name), lock: { mode: 'pessimistic_write' } });
  }

  /** @param deleteAfter null to keep it. */
  async setDeleteAfter(tx: Transaction, id: string, deleteAfter: Date | null): Promise<void> {
    await tx.update(StoredObjectEntity, { id }, { deleteAfter });
  }

  /** Some rows whose time has come, kept from others until the transaction ends; those that others hold are left to them. */
  lockDue(tx: Transaction, now: Date, limit: number): Promise<StoredObjectEntity[]> {
    return tx.find(StoredObjectEntity, {
      where: { deleteAfter: LessThanOrEqual(now) },
      order: { deleteAfter: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** Gives up some objects of a project, announced or kept. @returns how many. */
  async giveUpSomeOf(tx: Transaction, projectId: string, limit: number): Promise<number> {
    const [, given]: [unknown, number] = await tx.query(
      `update objects set delete_after = now() where id in (
         select id from objects where project_id = $1 and (delete_after is null or delete_after > now())
         limit $2 for update)`,
      [projectId, limit],
    );
    return given;
  }

  async delete(tx: Transaction, rows: readonly StoredObjectEntity[]): Promise<void> {
    await tx.delete(StoredObjectEntity, { id: In(rows.map(({ id }) => id)) });
  }
}

function where({ kind, project_id: projectId, name }: ObjectName) {
  return { projectId, kind, name };
}
