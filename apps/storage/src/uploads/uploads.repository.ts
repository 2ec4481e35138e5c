import { Injectable } from '@nestjs/common';
import { noProject, type UploadPart, type UploadSessionRef } from '@earshot/contracts-storage';
import { inTransaction, type Transaction } from '@earshot/persistence';
import { DataSource, In, IsNull, LessThanOrEqual, Not, type FindOneOptions } from 'typeorm';
import { UploadEntity, UploadPartEntity } from '../database/entities/upload.entity.js';
import type { CompletedParts } from './upload.mapper.js';
import { sessionNotFound } from './uploads.errors.js';

/** The sessions that a caller may see. */
export interface VisibleSession extends UploadSessionRef {
  /** Whether the session may belong to no project instead. */
  readonly orWithoutProject?: boolean;
}

/** The columns that can change. */
type Changes = Partial<Pick<UploadEntity, 'state' | 'expires_at' | 'ended_at' | 'target_key'>>;

/** The rows of upload sessions and their parts. */
@Injectable()
export class UploadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `service_unavailable` */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, work);
  }

  async insert(tx: Transaction, row: UploadEntity): Promise<void> {
    await tx.insert(UploadEntity, row);
  }

  /** @throws AppError `session_not_found` */
  async find(tx: Transaction, session: VisibleSession, lock?: FindOneOptions['lock']): Promise<UploadEntity> {
    const { session_id: id, project_id, orWithoutProject = false } = session;
    const visible = project_id !== null && { project_id: In([project_id, ...(orWithoutProject ? [noProject] : [])]) };
    const row = await tx.findOne(UploadEntity, { where: { id, ...visible }, lock });
    if (row === null) throw sessionNotFound(id);
    return row;
  }

  /** Finds a row and locks it until the transaction ends. @throws AppError `session_not_found` */
  lock(tx: Transaction, session: VisibleSession): Promise<UploadEntity> {
    return this.find(tx, session, { mode: 'pessimistic_write' });
  }

  async update(tx: Transaction, id: string, changes: Changes): Promise<void> {
    await tx.update(UploadEntity, { id }, changes);
  }

  /** Stores the hash of the assembled object. @returns false when the upload was abandoned. */
  async complete(tx: Transaction, id: string, sha256: string): Promise<boolean> {
    return (await tx.update(UploadEntity, { id, target_key: Not(IsNull()) }, { sha256 })).affected === 1;
  }

  async completedParts(tx: Transaction, id: string): Promise<CompletedParts> {
    const [row]: { numbers: number[]; size: string }[] = await tx.query(
      `select coalesce(array_agg(number order by number), '{}') as numbers, coalesce(sum(size), 0) as size
       from upload_parts where upload_id = $1`,
      [id],
    );
    const { numbers, size } = row as { numbers: number[]; size: string };
    return { numbers, size: Number(size) };
  }

  /** Parts in ascending order. */
  parts(tx: Transaction, uploadId: string): Promise<UploadPartEntity[]> {
    return tx.find(UploadPartEntity, { where: { upload_id: uploadId }, order: { number: 'asc' } });
  }

  /** Inserts a part, or replaces the part of that number. */
  async putPart(tx: Transaction, uploadId: string, { part_number, size, sha256 }: UploadPart): Promise<void> {
    const row = { upload_id: uploadId, number: part_number, size, sha256 };
    await tx.upsert(UploadPartEntity, row, ['upload_id', 'number']);
  }

  async deleteParts(tx: Transaction, uploadId: string): Promise<void> {
    await tx.delete(UploadPartEntity, { upload_id: uploadId });
  }

  /** Locks open sessions that are past their time; skips rows that other transactions have locked. */
  lockExpired(tx: Transaction, now: Date, limit: number): Promise<UploadEntity[]> {
    return tx.find(UploadEntity, {
      where: { state: 'open', expires_at: LessThanOrEqual(now.toISOString()) },
      order: { expires_at: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** Locks open sessions of a project. */
  lockOpenOf(tx: Transaction, projectId: string, limit: number): Promise<UploadEntity[]> {
    return tx.find(UploadEntity, {
      where: { project_id: projectId, state: 'open' },
      order: { id: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Deletes sessions that ended before a time and have no objects in the bucket. @returns how many. */
  async deleteEnded(endedBefore: Date, limit: number): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `delete from uploads where id in (
         select id from uploads u where ended_at < $1 and (target_key is null or sha256 is not null)
           and not exists (select from upload_pieces where upload_id = u.id)
         order by ended_at limit $2 for update skip locked)`,
      [endedBefore, limit],
    );
    return deleted;
  }
}
