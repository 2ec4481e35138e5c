import { Injectable } from '@nestjs/common';
import type { StoredFile } from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { FileEntity } from '../../database/entities/file.entity.js';
import { Quotas } from '../../usage/quotas.js';

/** What is to be done with a file: made ready, (the whole of it, or the uploaded file alone) deleted, or looked through for what was erased. */
export type Task = 'make' | 'delete' | 'delete-original' | 'check';

/** A file that somebody works on. */
export interface Claim {
  readonly task: Task;
  readonly file: FileEntity;
  readonly worker: string;
}

/** What may change in the row of a file that is worked on. */
export type WorkChange = Partial<
  Pick<FileEntity, 'status' | 'size' | 'sha256' | 'details' | 'refusal' | 'originalUntil' | 'deleteAfter' | 'updatedAt'>
>;

/** Which files wait for a task; the indexes are made for these. Times are the database's, whose clock all processes share. */
const waiting: Readonly<Record<Task, string>> = {
  make: "status = 'processing' and delete_after is null",
  delete: 'delete_after <= now()',
  'delete-original': 'original_until <= now() and delete_after is null',
  check: "status <> 'processing' and delete_after is null and id in (select file_id from erasure_checks)",
};

/** The rows of files, as those want them who work on them: one at a time, for as long as it says that it does. */
@Injectable()
export class FileWorkRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly quotas: Quotas,
  ) {}

  /** Takes a file that waits for the task, the oldest first; null where none does. */
  async claim(
    task: Task,
    kinds: readonly StoredFile['kind'][],
    worker: string,
    leaseMs: number,
  ): Promise<Claim | null> {
    const [rows]: [{ id: string }[], number] = await this.dataSource.query(
      `update files set worker = $1, leased_until = ${later(leaseMs)}, attempts = attempts + 1
       where id = (
         select id from files where ${waiting[task]} and kind = any ($2) and (leased_until is null or leased_until < now())
         order by created_at limit 1 for update skip locked)
       returning id`,
      [worker, kinds],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const file = await this.dataSource.manager.findOneBy(FileEntity, { id: row.id });
    return file === null ? null : { task, file, worker };
  }

  /** Keeps the file for longer, with what has changed. @returns false where somebody else has it, or it is to be deleted. */
  renew(claim: Claim, leaseMs: number, change: WorkChange & { attempts?: number } = {}): Promise<boolean> {
    return this.#update(claim, { ...change, leasedUntil: () => later(leaseMs) });
  }

  /** As {@link renew}, where more lies in the bucket of the file. @throws AppError `quota_exceeded`: then nothing has changed. */
  grow(claim: Claim, leaseMs: number, change: WorkChange & { attempts?: number }): Promise<boolean> {
    const { projectId } = claim.file;
    return this.dataSource.transaction(async (tx) => {
      const ours = await this.#update(claim, { ...change, leasedUntil: () => later(leaseMs) }, tx);
      if (ours && projectId !== null) await this.quotas.check(tx, projectId, ['bytes']);
      return ours;
    });
  }

  /** Gives the file up, with what has changed for good. @returns false where somebody else has it, or it is to be deleted. */
  finish(claim: Claim, change: WorkChange): Promise<boolean> {
    return this.#update(claim, { ...change, worker: null, leasedUntil: null, attempts: 0 });
  }

  /** Gives the file up as it is, for anybody to go on with after a while. */
  async release({ file: { id }, worker }: Claim, retryAfterMs: number, attempts: number): Promise<void> {
    const given = { worker: null, leasedUntil: () => later(retryAfterMs), attempts };
    await this.dataSource.manager.update(FileEntity, { id, worker }, given);
  }

  async delete({ file: { id }, worker }: Claim): Promise<void> {
    await this.dataSource.manager.delete(FileEntity, { id, worker });
  }

  async #update(
    { task, file: { id }, worker }: Claim,
    change: object,
    tx: Transaction = this.dataSource.manager,
  ): Promise<boolean> {
    const query = tx.createQueryBuilder().update(FileEntity).set(change).where({ id, worker });
    if (task !== 'delete') query.andWhere('delete_after is null');
    return (await query.execute()).affected === 1;
  }
}

/** A time of the database's. */
function later(ms: number): string {
  return `now() + ${Math.round(ms)} * interval '1 millisecond'`;
}
