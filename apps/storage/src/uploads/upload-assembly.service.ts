import { Injectable } from '@nestjs/common';
import { AppError } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import type { UploadEntity, UploadPartEntity } from '../database/entities/upload.entity.js';
import { ObjectStore } from '../objects/object-store.js';
import { bytesOf } from '../threads/bucket-bytes.js';
import { runThread } from '../threads/run-thread.js';
import { hashParts, type HashTask } from './parts-hash.js';
import { UploadPiecesRepository } from './upload-pieces.repository.js';
import { UploadPiecesService } from './upload-pieces.service.js';
import { pieceKey, stateOf } from './upload.mapper.js';
import { sessionClosed, sessionIncomplete, sessionNotFound } from './uploads.errors.js';
import { UploadsRepository, type VisibleSession } from './uploads.repository.js';

/** A consumed session before its assembly. */
export type ConsumedUpload = Pick<UploadEntity, 'id' | 'project_id' | 'content_type'> & {
  /** Bytes. */
  readonly size: number;
};

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
    private readonly pieces: UploadPiecesRepository,
    private readonly piecesService: UploadPiecesService,
    private readonly store: ObjectStore,
  ) {}

  /**
   * Consumes a complete session in the transaction of its caller, without waiting for the bucket.
   *
   * The pieces no longer count for the quota; the caller counts the file in the same transaction.
   *
   * @param target_key key of the object that {@link assemble} creates.
   * @throws AppError `session_not_found`, `session_incomplete`, `session_closed`
   */
  async consume(tx: Transaction, session: VisibleSession, target_key: string): Promise<ConsumedUpload> {
    const { id, project_id, content_type, ...row } = await this.uploads.lock(tx, session);
    const now = new Date();
    const { numbers, size } = await this.uploads.completedParts(tx, id);
    const state = stateOf(row, numbers.length, now);
    if (state === 'open') throw sessionIncomplete(id, numbers.length, row.total_parts_count);
    if (state !== 'complete') throw sessionClosed(id, state);
    await this.uploads.update(tx, id, { state: 'consumed', ended_at: now.toISOString(), target_key });
    await this.pieces.stopCounting(tx, id);
    return { id, project_id, content_type, size };
  }

  /**
   * Assembles the object of a consumed session and deletes its parts. Idempotent; resumes after a crash. Callers must
   * not run it concurrently for one session.
   *
   * @returns SHA-256 of the object, lower-case hex.
   * @throws AppError `service_unavailable`; `session_not_found` when the session is not consumed, or was abandoned.
   */
  async assemble(sessionId: string, signal: AbortSignal): Promise<string> {
    const { upload, parts, pieces } = await this.uploads.transaction(async (tx) => ({
      upload: await this.uploads.find(tx, { session_id: sessionId, project_id: null }),
      parts: await this.uploads.parts(tx, sessionId),
      pieces: await this.pieces.findStored(tx, sessionId),
    }));
    const { id, target_key: key, sha256: assembled } = upload;
    if (assembled !== null) return assembled;
    if (key === null) throw sessionNotFound(id);
    const sources = pieces.map((piece) => ({ key: pieceKey(piece), size: piece.size }));
    await this.store.concatenate(key, sources, { signal });
    const sha256 = await this.#hashOrClear(key, parts, signal);
    await this.#complete(id, key, sha256);
    await this.piecesService.clear(id, Date.now() + deleteForMs);
    return sha256;
  }

  /**
   * Abandons the object of a consumed session, assembled or not, and deletes its parts.
   *
   * Nothing is written at the target key from now on; the caller deletes the object there.
   */
  abandon(sessionId: string): Promise<void> {
    return this.uploads.transaction(async (tx) => {
      await this.uploads.update(tx, sessionId, { target_key: null });
      await this.pieces.discardStored(tx, sessionId);
    });
  }

  /**
   * Stores the hash, or deletes the object if the session was abandoned meanwhile.
   * @throws AppError `session_not_found`
   */
  async #complete(id: string, key: string, sha256: string): Promise<void> {
    const completed = await this.uploads.transaction(async (tx) => {
      if (!(await this.uploads.complete(tx, id, sha256))) return false;
      await this.pieces.discardStored(tx, id);
      return true;
    });
    if (completed) return;
    await this.store.clear(key);
    throw sessionNotFound(id);
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
    if (size < threadFromBytes) return hashParts(bytesOf(await this.store.read(key, { signal })), parts);
    const url = await this.store.downloadUrl(key, hashUrlValidS);
    return runThread<HashTask, string>('uploads/hash.worker.js', { url, parts }, { signal });
  }
}
