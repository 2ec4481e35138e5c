import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { StoredFile } from '@earshot/contracts-storage';
import { AppError, toWireError } from '@earshot/errors';
import { now } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import type { FileEntity } from '../database/entities/file.entity.js';
import { DatasetConverter } from '../datasets/dataset-converter.js';
import { ErasuresService } from '../erasures/erasures.service.js';
import { DatasetExporter } from '../exports/dataset-exporter.js';
import { ErasureChecker } from '../exports/erasure-checker.js';
import { ObjectStore } from '../objects/object-store.js';
import { RecipeChecker } from '../recipes/recipe-checker.js';
import { UploadAssembly } from '../uploads/upload-assembly.service.js';
import { datasetDetails, withoutBytes } from '../files/file-details.js';
import { originalKeyOf, urlValidS } from '../files/file-rules.js';
import { processingFailed } from '../files/files.errors.js';
import type { FileProcessor } from '../tasks/file-processor.js';
import { FileWorkRepository, type Claim, type Task, type WorkChange } from '../tasks/file-work.repository.js';
import { Lease, leaseMs } from '../tasks/lease.js';

type Kind = StoredFile['kind'];

/** Pause before a retry after an unavailable service, ms. */
const retryAfterMs = 1_000;

/** Maximum backoff after an unexpected error, ms. */
const maxBackoffMs = 60_000;

/** Maximum attempts without progress; a crash counts as one. */
const maxAttempts = 8;

/**
 * How long the error of a failed file is kept, ms: longer than an `Idempotency-Key`, so that a retry gets the same
 * reply.
 */
const errorRetentionMs = 25 * 60 * 60_000;

/**
 * How long after the end of the processing objects may arrive, ms: addresses that were handed out before are still
 * valid, and a transfer takes seconds.
 */
const lateObjectsMs = (urlValidS + 60) * 1_000;

/** Executes the background tasks of files, one file at a time. Resumes tasks of crashed processes. */
@Injectable()
export class FileJobs {
  readonly #processors: Readonly<Partial<Record<Kind, FileProcessor>>>;

  constructor(
    private readonly files: FileWorkRepository,
    private readonly uploads: UploadAssembly,
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
    datasets: DatasetConverter,
    private readonly exporter: DatasetExporter,
    recipes: RecipeChecker,
    private readonly checker: ErasureChecker,
    private readonly erasures: ErasuresService,
  ) {
    this.#processors = { dataset: datasets, recipe: recipes };
  }

  /** Executes one task, if any is due. @returns whether there was one. @throws AppError `service_unavailable` */
  async runOne(task: Task, kinds: readonly Kind[], stopping: AbortSignal): Promise<boolean> {
    const claim = await this.files.claim(task, kinds, randomUUID(), leaseMs);
    if (claim === null) return false;
    const lease = new Lease(this.files, claim, stopping, this.logger);
    try {
      await this.#run(claim, lease);
    } catch (error) {
      await lease.end();
      await this.#failed(claim, error, lease.signal.aborted);
    } finally {
      await lease.end();
    }
    return true;
  }

  async #run(claim: Claim, lease: Lease): Promise<void> {
    const { task, file } = claim;
    if (task === 'process') {
      const change = await this.#process(file, lease);
      await lease.end();
      await this.files.finish(claim, { ...change, updated_at: now() });
    } else if (task === 'delete') {
      await this.#clear(file);
      const again = nextDeletion(file);
      if (again === null) await this.files.delete(claim);
      else await this.files.finish(claim, { ...emptied(file), status: 'failed', delete_after: again });
    } else if (task === 'clear') {
      await this.#clear(file);
      await this.files.finish(claim, { ...emptied(file), clear_after: afterLateObjects(file.cancelled_at) });
    } else if (task === 'check') {
      await this.#check(claim, lease);
    } else {
      await this.store.delete(originalKeyOf(file));
      const details = { ...datasetDetails.parse(file.details), original_kept: false };
      await this.files.finish(claim, { original_until: null, details, updated_at: now() });
    }
  }

  async #clear(file: FileEntity): Promise<void> {
    if (file.session_id !== null) await this.uploads.abandon(file.session_id);
    await this.#processorOf(file)?.cleanUp(file);
    await this.store.clear(originalKeyOf(file));
  }

  async #check(claim: Claim, lease: Lease): Promise<void> {
    const checked = await this.checker.check(claim.file, lease);
    await lease.end();
    if (await this.files.finish(claim, checked.change)) await this.erasures.complete(claim.file.id, checked.checks);
  }

  #processorOf({ kind, session_id }: FileEntity): FileProcessor | undefined {
    return kind === 'dataset' && session_id === null ? this.exporter : this.#processors[kind];
  }

  async #process(file: FileEntity, lease: Lease): Promise<WorkChange> {
    if (file.sha256 === null && file.session_id !== null) {
      await lease.save({ sha256: await this.uploads.assemble(file.session_id, lease.signal) });
    }
    return (await this.#processorOf(file)?.process(file, lease)) ?? { status: 'ready' };
  }

  async #failed(claim: Claim, error: unknown, aborted: boolean): Promise<void> {
    const { file, task } = claim;
    const attempts = file.attempts;
    const type = error instanceof AppError ? error.type : 'server_error';
    if (aborted) return this.files.release(claim, 0, attempts - 1);
    if (task === 'process' && type === 'invalid_request_error') return this.#fail(claim, error as AppError);
    this.logger.warn({ err: error, file: file.id, kind: file.kind, task, attempts }, 'file task failed');
    // An unavailable service does not count as an attempt.
    if (type === 'overloaded_error') return this.files.release(claim, retryAfterMs, attempts - 1);
    if (task === 'process' && attempts >= maxAttempts) return this.#fail(claim, processingFailed(file.kind));
    return this.files.release(claim, Math.min(retryAfterMs * 2 ** attempts, maxBackoffMs), attempts);
  }

  async #fail(claim: Claim, error: AppError): Promise<void> {
    const { file } = claim;
    if (file.kind === 'dataset') {
      const details = datasetDetails.parse(file.details);
      const errors = [{ line: details.saved.lines + 1, message: error.message }];
      await this.files.finish(claim, { status: 'failed', details: { ...details, errors }, updated_at: now() });
      return;
    }
    const delete_after = new Date(Date.now() + errorRetentionMs).toISOString();
    await this.files.finish(claim, { status: 'failed', refusal: toWireError(error), delete_after, updated_at: now() });
  }
}

function emptied({ details }: FileEntity): WorkChange {
  return { details: withoutBytes(datasetDetails.parse(details)) };
}

/**
 * The objects of a dataset that was deleted while it was processed, or soon after it was cancelled, are deleted at
 * once, and again once none can arrive any more. The status tells the first time from the second.
 */
function nextDeletion({ kind, status, cancelled_at, delete_after }: FileEntity): string | null {
  if (kind !== 'dataset') return null;
  return afterLateObjects(status === 'processing' ? delete_after : cancelled_at);
}

/** When no object can arrive any more, after the processing has ended; null: now, or it was not ended. */
function afterLateObjects(endedAt: string | null): string | null {
  if (endedAt === null) return null;
  const end = Date.parse(endedAt) + lateObjectsMs;
  return Date.now() < end ? new Date(end).toISOString() : null;
}
