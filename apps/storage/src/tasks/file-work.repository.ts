import { Injectable } from '@nestjs/common';
import type { StoredFile } from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { FileEntity } from '../database/entities/file.entity.js';
import { Quotas } from '../usage/quotas.js';

/**
 * A background task: process, delete the file, only its original, or the objects of a cancelled dataset (`clear`), or
 * check for erased content.
 */
export type Task = 'process' | 'delete' | 'delete-original' | 'clear' | 'check';

/** A file that a worker has leased for a task. */
export interface Claim {
  readonly task: Task;
  readonly file: FileEntity;
  readonly worker: string;
}

/** The columns that a task may change. */
export type WorkChange = Partial<
  Pick<
    FileEntity,
    | 'status'
    | 'size'
    | 'sha256'
    | 'details'
    | 'refusal'
    | 'original_until'
    | 'delete_after'
    | 'clear_after'
    | 'updated_at'
  >
>;

/** Files that are due for a task; each has an index. Times come from the database, whose clock all processes share. */
const due: Readonly<Record<Task, string>> = {
  process: "status = 'processing' and delete_after is null",
  delete: 'delete_after <= now()',
  'delete-original': 'original_until <= now() and delete_after is null',
  clear: 'clear_after <= now() and delete_after is null',
  check: "status <> 'processing' and delete_after is null and id in (select file_id from erasure_checks)",
};

/** The rows of files for background workers, which lease one file at a time. */
@Injectable()
export class FileWorkRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly quotas: Quotas,
  ) {}

  /** Leases the oldest file that is due for a task; null when there is none. */
  async claim(
    task: Task,
    kinds: readonly StoredFile['kind'][],
    worker: string,
    leaseMs: number,
  ): Promise<Claim | null> {
    const [rows]: [{ id: string }[], number] = await this.dataSource.query(
      `update files set worker = $1, leased_until = ${later(leaseMs)}, attempts = attempts + 1
       where id = (
         select id from files where ${due[task]} and kind = any ($2) and (leased_until is null or leased_until < now())
         order by created_at limit 1 for update skip locked)
       returning id`,
      [worker, kinds],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const file = await this.dataSource.manager.findOneBy(FileEntity, { id: row.id });
    return file === null ? null : { task, file, worker };
  }

  /** Renews a lease and saves changes. @returns false when the lease is lost or the file is deleted. */
  renew(claim: Claim, leaseMs: number, change: WorkChange & { attempts?: number } = {}): Promise<boolean> {
    return this.#update(claim, { ...change, leased_until: () => later(leaseMs) });
  }

  /** As {@link renew} after the file grew. @throws AppError `quota_exceeded`; then nothing is saved. */
  grow(claim: Claim, leaseMs: number, change: WorkChange & { attempts?: number }): Promise<boolean> {
    const { project_id } = claim.file;
    return this.dataSource.transaction(async (tx) => {
      const ours = await this.#update(claim, { ...change, leased_until: () => later(leaseMs) }, tx);
      if (ours && project_id !== null) await this.quotas.check(tx, project_id, ['bytes']);
      return ours;
    });
  }

  /** Ends a lease and saves the result. @returns false when the lease is lost or the file is deleted. */
  finish(claim: Claim, change: WorkChange): Promise<boolean> {
    return this.#update(claim, { ...change, worker: null, leased_until: null, attempts: 0 });
  }

  /** Ends a lease without a result. Any worker may retry after a pause. */
  async release({ file: { id }, worker }: Claim, retryAfterMs: number, attempts: number): Promise<void> {
    const released = { worker: null, leased_until: () => later(retryAfterMs), attempts };
    await this.dataSource.manager.update(FileEntity, { id, worker }, released);
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

/** SQL for a time after now. */
function later(ms: number): string {
  return `now() + ${Math.round(ms)} * interval '1 millisecond'`;
}
