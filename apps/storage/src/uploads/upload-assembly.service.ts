import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import type { UploadPartEntity } from '../database/entities/upload.entity.js';
import { ObjectStore } from '../objects/object-store.js';
import { runThread } from '../threads/run-thread.js';
import { hashParts, type HashTask } from './parts-hash.js';
import { UploadAssemblyRepository, type UploadToAssemble } from './upload-assembly.repository.js';
import { UploadLease } from './upload-lease.js';
import { UploadPiecesRepository } from './upload-pieces.repository.js';
import { UploadPiecesService } from './upload-pieces.service.js';
import { pieceKey, stateOf } from './upload.mapper.js';
import { sessionClosed, sessionIncomplete, sessionNotFound } from './uploads.errors.js';
import { UploadsRepository } from './uploads.repository.js';

/** A session to consume. */
export interface UploadUse {
  /** null: the caller may use sessions of any project. */
  readonly projectId: string | null;
  /** A uuid. */
  readonly sessionId: string;
  /** Key of the assembled object. */
  readonly targetKey: string;
}

/** A consumed session before its assembly. */
export interface ConsumedUpload {
  readonly sessionId: string;
  readonly projectId: string;
  /** Bytes. */
  readonly size: number;
  /** From the creation of the session; null for none. */
  readonly contentType: string | null;
}

/** An uploaded file that is one object in the bucket. */
export interface AssembledUpload extends ConsumedUpload {
  /** SHA-256 of the whole file, lower-case hex. */
  readonly sha256: string;
}

/** Interval of polling while another process assembles the upload, ms. */
const pollIntervalMs = 500;

/** Time limit for the deletion of parts, ms. The cleanup deletes the rest. */
const deleteForMs = 10_000;

/** Minimum size for hashing in a worker thread, bytes. Below it the start of a thread takes longer. */
const threadFromBytes = 32 * 1_048_576;

/** Validity of the URL for the worker thread, s. */
const hashUrlValidS = 60;

/** Assembles the parts of an upload session into one object. */
@Injectable()
export class UploadAssembly {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly assemblies: UploadAssemblyRepository,
    private readonly pieces: UploadPiecesRepository,
    private readonly piecesService: UploadPiecesService,
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Consumes a complete session in the transaction of its caller, without waiting for the bucket.
   *
   * {@link assemble} or the cleanup then assembles the object. The pieces no longer count for the quota; the caller counts
   * the file in the same transaction.
   *
   * @throws AppError `session_not_found`, `session_incomplete`, `session_closed`
   */
  async consume(tx: Transaction, { projectId, sessionId, targetKey }: UploadUse): Promise<ConsumedUpload> {
    const row = await this.uploads.lock(tx, sessionId, projectId);
    if (row === null) throw sessionNotFound(sessionId);
    const now = new Date();
    const { numbers, size } = await this.uploads.completedParts(tx, row.id);
    const state = stateOf(row, numbers.length, now);
    if (state === 'open') throw sessionIncomplete(sessionId, numbers.length, row.total_parts_count);
    if (state !== 'complete') throw sessionClosed(sessionId, state);
    await this.uploads.update(tx, row.id, { state: 'consumed', ended_at: now.toISOString(), target_key: targetKey });
    await this.pieces.stopCounting(tx, row.id);
    return { sessionId: row.id, projectId: row.project_id, size, contentType: row.content_type };
  }

  /**
   * Assembles the object of a consumed session and deletes its parts. Idempotent.
   *
   * Call it after the transaction of {@link consume} is committed. One process works at a time and the others wait; after a
   * crash the next one resumes.
   *
   * @throws AppError `service_unavailable`; `session_not_found` when the session is not consumed, or was abandoned.
   */
  async assemble(sessionId: string, signal?: AbortSignal): Promise<AssembledUpload> {
    for (;;) {
      signal?.throwIfAborted();
      const assembled = await this.#assembled(sessionId);
      if (assembled !== null) return assembled;
      const lease = await UploadLease.take(this.assemblies, sessionId, this.logger);
      if (lease === null) await sleep(pollIntervalMs, undefined, { signal });
      else await this.#underLease(lease, signal);
    }
  }

  /**
   * Abandons the object of a consumed session, assembled or not, and deletes its parts.
   *
   * Nothing is written at the target key from now on; the caller deletes the object there.
   */
  async abandon(tx: Transaction, sessionId: string): Promise<void> {
    const row = await this.uploads.lock(tx, sessionId, null);
    if (row?.state !== 'consumed') return;
    await this.uploads.update(tx, row.id, { target_key: null });
    await this.pieces.discardKept(tx, row.id);
  }

  /** The assembled object; null when it does not exist yet. */
  async #assembled(sessionId: string): Promise<AssembledUpload | null> {
    return this.uploads.transaction(async (tx) => {
      const row = await this.uploads.find(tx, sessionId, null);
      if (row?.state !== 'consumed') throw sessionNotFound(sessionId);
      const { id, project_id: projectId, content_type: contentType, sha256 } = row;
      if (sha256 === null && row.target_key === null) throw sessionNotFound(sessionId);
      if (sha256 === null) return null;
      return { sessionId: id, projectId, contentType, sha256, size: (await this.uploads.completedParts(tx, id)).size };
    });
  }

  async #underLease(lease: UploadLease, signal?: AbortSignal): Promise<void> {
    try {
      const either = signal === undefined ? lease.signal : AbortSignal.any([signal, lease.signal]);
      await this.#assemble(lease.upload, either);
    } finally {
      await lease.release();
    }
  }

  async #assemble({ id, target_key: key }: UploadToAssemble, signal: AbortSignal): Promise<void> {
    const [parts, pieces] = await this.uploads.transaction(async (tx) => [
      await this.uploads.parts(tx, id),
      await this.pieces.findKept(tx, id),
    ]);
    const sources = pieces.map((piece) => ({ key: pieceKey(piece), size: piece.size }));
    await this.store.concatenate(key, sources, { signal });
    const sha256 = await this.#hashOrClear(key, parts, signal);
    const completed = await this.uploads.transaction(async (tx) => {
      if (!(await this.assemblies.complete(tx, id, sha256))) return false;
      await this.pieces.discardKept(tx, id);
      return true;
    });
    if (!completed) return this.store.clear(key);
    await this.piecesService.clear(id, Date.now() + deleteForMs);
  }

  /** Hashes the object. If a part does not match, deletes it so that the next attempt assembles it again. */
  async #hashOrClear(key: string, parts: readonly UploadPartEntity[], signal: AbortSignal): Promise<string> {
    try {
      return await this.#hash(key, parts, signal);
    } catch (error) {
      if (!(error instanceof AppError) && !signal.aborted) await this.store.clear(key);
      throw error;
    }
  }

  async #hash(key: string, rows: readonly UploadPartEntity[], signal: AbortSignal): Promise<string> {
    const parts = rows.map(({ sha256, size }) => ({ sha256, size }));
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    if (size < threadFromBytes) {
      return hashParts((await this.store.read(key, { signal })) as AsyncIterable<Buffer>, parts);
    }
    const url = await this.store.downloadUrl(key, hashUrlValidS);
    return runThread<HashTask, string>('uploads/hash.worker.js', { url, parts }, { signal });
  }
}
