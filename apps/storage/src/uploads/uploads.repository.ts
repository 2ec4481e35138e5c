import { Injectable } from '@nestjs/common';
import type { UploadPart } from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import { DataSource, LessThanOrEqual, type FindOptionsWhere } from 'typeorm';
import { UploadPartEntity } from '../database/entities/upload-part.entity.js';
import { UploadEntity } from '../database/entities/upload.entity.js';
import type { CompletedParts } from './upload.mapper.js';

/** What of a row can change. */
type Changes = Partial<Pick<UploadEntity, 'state' | 'expiresAt' | 'endedAt' | 'targetKey'>>;

/** The rows of upload sessions and of the parts that they have. */
@Injectable()
export class UploadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Does something outside of any command. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  async add(tx: Transaction, row: UploadEntity): Promise<void> {
    await tx.insert(UploadEntity, row);
  }

  /** @param projectId null: of any project. */
  find(tx: Transaction, id: string, projectId: string | null): Promise<UploadEntity | null> {
    return tx.findOneBy(UploadEntity, where(id, projectId));
  }

  /** The row, kept from others until the transaction ends. */
  lock(tx: Transaction, id: string, projectId: string | null): Promise<UploadEntity | null> {
    return tx.findOne(UploadEntity, { where: where(id, projectId), lock: { mode: 'pessimistic_write' } });
  }

  async change(tx: Transaction, id: string, changes: Changes): Promise<void> {
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

  /** In the order of their numbers. */
  parts(tx: Transaction, uploadId: string): Promise<UploadPartEntity[]> {
    return tx.find(UploadPartEntity, { where: { uploadId }, order: { number: 'asc' } });
  }

  /** In place of the part of that number, if there is one. */
  async putPart(tx: Transaction, uploadId: string, { part_number, size, sha256 }: UploadPart): Promise<void> {
    await tx.upsert(UploadPartEntity, { uploadId, number: part_number, size: String(size), sha256 }, [
      'uploadId',
      'number',
    ]);
  }

  async deleteParts(tx: Transaction, uploadId: string): Promise<void> {
    await tx.delete(UploadPartEntity, { uploadId });
  }

  /** Some open sessions whose time is over, kept from others until the transaction ends; those that others hold are left to them. */
  lockExpired(tx: Transaction, now: Date, limit: number): Promise<UploadEntity[]> {
    return tx.find(UploadEntity, {
      where: { state: 'open', expiresAt: LessThanOrEqual(now) },
      order: { expiresAt: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** Some open sessions of a project, kept from others until the transaction ends. */
  lockOpenOf(tx: Transaction, projectId: string, limit: number): Promise<UploadEntity[]> {
    return tx.find(UploadEntity, {
      where: { projectId, state: 'open' },
      order: { id: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Forgets some sessions that ended before then and of which nothing is left in the bucket. @returns how many. */
  async forget(endedBefore: Date, limit: number): Promise<number> {
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
  return projectId === null ? { id } : { id, projectId };
}
