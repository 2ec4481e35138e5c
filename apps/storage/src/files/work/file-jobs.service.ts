import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { StoredFile } from '@earshot/contracts-storage';
import { AppError, toWireError } from '@earshot/errors';
import { LOGGER, type Logger } from '@earshot/service-kit';
import type { FileEntity } from '../../database/entities/file.entity.js';
import { DatasetMaker } from '../../datasets/dataset.maker.js';
import { ErasureChecks } from '../../erasures/erasure-checks.service.js';
import { ExportMaker } from '../../exports/export.maker.js';
import type { ObjectStore } from '../../objects/object-store.js';
import { OBJECT_STORE } from '../../objects/objects.module.js';
import { RecipeMaker } from '../../recipes/recipe.maker.js';
import { UploadAssembly } from '../../uploads/upload-assembly.service.js';
import { datasetDetails } from '../file-details.js';
import { originalKeyOf } from '../file-keys.js';
import { refusalKeptMs } from '../file-rules.js';
import { notMade } from '../files.errors.js';
import type { FileMaker } from './file-maker.js';
import { FileWorkRepository, type Claim, type Task, type WorkChange } from './file-work.repository.js';
import { Lease, leaseMs } from './lease.js';

type Kind = StoredFile['kind'];

/** What is away is tried again after this, ms. */
const retryAfterMs = 1_000;

/** The longest pause between two attempts at what fails for no reason that we know, ms. */
const longestPauseMs = 60_000;

/** So often in a row work may fail, or its process be killed, without getting on. */
const maxAttempts = 8;

/** Does what is to be done with files, one at a time; what was begun by a process that was killed is done by the next one. */
@Injectable()
export class FileJobs {
  readonly #makers: Readonly<Partial<Record<Kind, FileMaker>>>;

  constructor(
    private readonly files: FileWorkRepository,
    private readonly uploads: UploadAssembly,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
    datasets: DatasetMaker,
    private readonly exports: ExportMaker,
    recipes: RecipeMaker,
    private readonly checks: ErasureChecks,
  ) {
    this.#makers = { dataset: datasets, recipe: recipes };
  }

  /** Does one task, if one waits. @returns whether it did. @throws AppError while the database is away. */
  async doOne(task: Task, kinds: readonly Kind[], stopping: AbortSignal): Promise<boolean> {
    const claim = await this.files.claim(task, kinds, randomUUID(), leaseMs);
    if (claim === null) return false;
    const lease = new Lease(this.files, claim, stopping, this.logger);
    try {
      await this.#do(claim, lease);
    } catch (error) {
      await lease.end();
      await this.#failed(claim, error, lease.signal.aborted);
    } finally {
      await lease.end();
    }
    return true;
  }

  async #do(claim: Claim, lease: Lease): Promise<void> {
    const { task, file } = claim;
    if (task === 'make') {
      const change = await this.#make(file, lease);
      await lease.end();
      await this.files.finish(claim, { ...change, updatedAt: new Date() });
    } else if (task === 'delete') {
      await this.#makerOf(file)?.unmake(file);
      await this.store.clear(originalKeyOf(file));
      await this.files.delete(claim);
    } else if (task === 'check') {
      await this.#check(claim, lease);
    } else {
      await this.store.delete(originalKeyOf(file));
      const details = { ...datasetDetails.parse(file.details), original_kept: false };
      await this.files.finish(claim, { originalUntil: null, details, updatedAt: new Date() });
    }
  }

  async #check(claim: Claim, lease: Lease): Promise<void> {
    const checked = await this.checks.check(claim.file, lease);
    await lease.end();
    if (await this.files.finish(claim, checked.change)) await this.checks.settle(claim.file, checked);
  }

  #makerOf({ kind, sessionId }: FileEntity): FileMaker | undefined {
    return kind === 'dataset' && sessionId === null ? this.exports : this.#makers[kind as Kind];
  }

  async #make(file: FileEntity, lease: Lease): Promise<WorkChange> {
    if (file.sha256 === null && file.sessionId !== null) {
      const { sha256 } = await this.uploads.assemble(file.sessionId, lease.signal);
      await lease.save({ sha256 });
    }
    return (await this.#makerOf(file)?.make(file, lease)) ?? { status: 'ready' };
  }

  async #failed(claim: Claim, error: unknown, aborted: boolean): Promise<void> {
    const { file, task } = claim;
    const attempts = file.attempts;
    const type = error instanceof AppError ? error.type : 'server_error';
    if (aborted) return this.files.release(claim, 0, attempts - 1);
    if (task === 'make' && type === 'invalid_request_error') return this.#refuse(claim, error as AppError);
    this.logger.warn({ err: error, file: file.id, kind: file.kind, task, attempts }, 'work on a file failed');
    // What is away comes back, and is waited for as long as that takes.
    if (type === 'overloaded_error') return this.files.release(claim, retryAfterMs, attempts - 1);
    if (task === 'make' && attempts >= maxAttempts) return this.#refuse(claim, notMade(file.kind as Kind));
    return this.files.release(claim, Math.min(retryAfterMs * 2 ** attempts, longestPauseMs), attempts);
  }

  async #refuse(claim: Claim, refusal: AppError): Promise<void> {
    const { file } = claim;
    const updatedAt = new Date();
    if (file.kind === 'dataset') {
      const details = datasetDetails.parse(file.details);
      const errors = [{ line: details.saved.lines + 1, message: refusal.message }];
      await this.files.finish(claim, { status: 'failed', details: { ...details, errors }, updatedAt });
      return;
    }
    const deleteAfter = new Date(Date.now() + refusalKeptMs);
    await this.files.finish(claim, { status: 'failed', refusal: toWireError(refusal), deleteAfter, updatedAt });
  }
}
