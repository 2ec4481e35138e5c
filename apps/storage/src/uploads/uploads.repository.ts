import { Injectable } from '@nestjs/common';
import type { UploadPart } from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import { DataSource, LessThanOrEqual, type FindOptionsWhere } from 'typeorm';
import { UploadEntity, UploadPartEntity } from '../database/entities/upload.entity.js';
import type { CompletedParts } from './upload.mapper.js';

/** The columns that can change. */
type Changes = Partial<Pick<UploadEntity, 'state' | 'expires_at' | 'ended_at' | 'target_key'>>;

/** The rows of upload sessions and their parts. */
@Injectable()
export class UploadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  async insert(tx: Transaction, row: UploadEntity): Promise<void> {
    await tx.insert(UploadEntity, row);
  }

  /** @param projectId null: of any project. */
  find(tx: Transaction, id: string, projectId: string | null): Promise<UploadEntity | null> {
    return tx.findOneBy(UploadEntity, where(id, projectId));
  }

  /** Finds a row and locks it until the transaction ends. */
  lock(tx: Transaction, id: string, projectId: string | null): Promise<UploadEntity | null> {
    return tx.findOne(UploadEntity, { where: where(id, projectId), lock: { mode: 'pessimistic_write' } });
  }

  async update(tx: Transaction, id: string, changes: Changes): Promise<void> {
    await tx.update(UploadEntity, { id }, changes);
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

function where(id: string, projectId: string | null): FindOptionsWhere<UploadEntity> {
  return projectId === null ? { id } : { id, project_id: projectId };
}
