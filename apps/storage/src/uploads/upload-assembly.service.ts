import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import type { UploadPartEntity } from '../database/entities/upload-part.entity.js';
import type { UploadEntity } from '../database/entities/upload.entity.js';
import type { ObjectStore } from '../objects/object-store.js';
import { OBJECT_STORE } from '../objects/objects.module.js';
import { runThread } from '../threads/run-thread.js';
import type { HashTask } from './hash-task.js';
import { hashParts } from './parts-hash.js';
import { UploadAssemblyRepository } from './upload-assembly.repository.js';
import { UploadLease } from './upload-lease.js';
import { UploadPiecesRepository } from './upload-pieces.repository.js';
import { UploadPiecesService } from './upload-pieces.service.js';
import { pieceKey, stateOf } from './upload.mapper.js';
import { sessionClosed, sessionIncomplete, sessionNotFound } from './uploads.errors.js';
import { UploadsRepository } from './uploads.repository.js';

/** Which session is to be used, and for what. */
export interface UploadUse {
  /** null: whoever asks may use sessions of any project. */
  readonly projectId: string | null;
  /** A uuid. */
  readonly sessionId: string;
  /** Where the file is to lie in the bucket; nobody else puts anything there. */
  readonly targetKey: string;
}

/** What is known of an uploaded file before it is put together. */
export interface ConsumedUpload {
  readonly sessionId: string;
  readonly projectId: string;
  /** Bytes. */
  readonly size: number;
  /** As the session was begun with; null for none. */
  readonly contentType: string | null;
}

/** An uploaded file that lies in the bucket as one object. */
export interface AssembledUpload extends ConsumedUpload {
  /** Of the whole file, lower-case hex. */
  readonly sha256: string;
}

/** How often whoever waits for another process looks, ms. */
const lookEveryMs = 500;

/** How long the parts are deleted before whoever waits for the file goes on; the janitor deletes the rest, ms. */
const clearForMs = 10_000;

/** From this size on, bytes, a file is hashed in a thread of its own, whose memory is given back; below it beginning one takes longer. */
const threadFromBytes = 32 * 1_048_576;

/** Good for one request that follows at once, s. */
const hashUrlValidS = 60;

/** Makes one object of the parts of an upload session. */
@Injectable()
export class UploadAssembly {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly assemblies: UploadAssemblyRepository,
    private readonly pieces: UploadPiecesRepository,
    private readonly piecesService: UploadPiecesService,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Uses a complete session up: together with whatever else the transaction writes, and without waiting for the bucket. Its object is then made
   * by {@link assemble}, or by a janitor where nobody asks for it. What the file takes counts no more: its owner counts it in the same transaction.
   *
   * @throws AppError `session_not_found`, `session_incomplete`, `session_closed` where it was used up, aborted or has expired.
   */
  async consume(tx: Transaction, { projectId, sessionId, targetKey }: UploadUse): Promise<ConsumedUpload> {
    const row = await this.uploads.lock(tx, sessionId, projectId);
    if (row === null) throw sessionNotFound(sessionId);
    const now = new Date();
    const { numbers, size } = await this.uploads.completedParts(tx, row.id);
    const state = stateOf(row, numbers.length, now);
    if (state === 'open') throw sessionIncomplete(sessionId, numbers.length, row.totalParts);
    if (state !== 'complete') throw sessionClosed(sessionId, state);
    await this.uploads.change(tx, row.id, { state: 'consumed', endedAt: now, targetKey });
    await this.pieces.uncount(tx, row.id);
    return { sessionId: row.id, projectId: row.projectId, size, contentType: row.contentType };
  }

  /**
   * Resolves once the object is there and the parts are gone; at once where that is so already. To be called after the transaction of
   * {@link consume} has been committed, as often as one likes and by any process: one at a time does it, the others wait for it, and where one
   * is killed the next goes on.
   *
   * @param signal stops waiting and working. @throws AppError `service_unavailable` while the bucket is away; `session_not_found` where the
   * session is not consumed, or was abandoned.
   */
  async assemble(sessionId: string, signal?: AbortSignal): Promise<AssembledUpload> {
    for (;;) {
      signal?.throwIfAborted();
      const made = await this.#made(sessionId);
      if (made !== null) return made;
      const lease = await UploadLease.take(this.assemblies, sessionId, this.logger);
      if (lease === null) await sleep(lookEveryMs, undefined, { signal });
      else await this.#underLease(lease, signal);
    }
  }

  /**
   * Gives up the file of a consumed session, whether it is there or not: whoever wanted it has no use for it any more. The parts are deleted, and
   * nothing is put at the target key from now on; what lies there is its owner's to delete.
   */
  async abandon(tx: Transaction, sessionId: string): Promise<void> {
    const row = await this.uploads.lock(tx, sessionId, null);
    if (row?.state !== 'consumed') return;
    await this.uploads.change(tx, row.id, { targetKey: null });
    await this.pieces.giveUp(tx, row.id, new Date());
  }

  /** The file, or null where it has still to be made. */
  async #made(sessionId: string): Promise<AssembledUpload | null> {
    return this.uploads.transaction(async (tx) => {
      const row = await this.uploads.find(tx, sessionId, null);
      if (row?.state !== 'consumed') throw sessionNotFound(sessionId);
      const { id, projectId, contentType, sha256, targetKey } = row;
      if (sha256 === null && targetKey === null) throw sessionNotFound(sessionId);
      if (sha256 === null) return null;
      return { sessionId: id, projectId, contentType, sha256, size: (await this.uploads.completedParts(tx, id)).size };
    });
  }

  async #underLease(lease: UploadLease, signal?: AbortSignal): Promise<void> {
    try {
      const either = signal === undefined ? lease.signal : AbortSignal.any([signal, lease.signal]);
      await this.#make(lease.upload, either);
    } finally {
      await lease.release();
    }
  }

  async #make({ id, targetKey: key }: UploadEntity & { targetKey: string }, signal: AbortSignal): Promise<void> {
    const [parts, pieces] = await this.uploads.transaction(async (tx) => [
      await this.uploads.parts(tx, id),
      await this.pieces.kept(tx, id),
    ]);
    const sources = pieces.map((piece) => ({ key: pieceKey(piece), size: piece.size }));
    await this.store.concatenate(key, sources, { signal });
    const sha256 = await this.#hashOrClear(key, parts, signal);
    const kept = await this.uploads.transaction(async (tx) => {
      if (!(await this.assemblies.done(tx, id, sha256))) return false;
      await this.pieces.giveUp(tx, id, new Date());
      return true;
    });
    // Abandoned meanwhile.
    if (!kept) return this.store.clear(key);
    await this.piecesService.clear(id, Date.now() + clearForMs);
  }

  /** Of the file as it lies there now; where that is not what was sent, it is made anew the next time. */
  async #hashOrClear(key: string, parts: readonly UploadPartEntity[], signal: AbortSignal): Promise<string> {
    try {
      return await this.#hash(key, parts, signal);
    } catch (error) {
      if (!(error instanceof AppError) && !signal.aborted) await this.store.clear(key);
      throw error;
    }
  }

  async #hash(key: string, rows: readonly UploadPartEntity[], signal: AbortSignal): Promise<string> {
    const parts = rows.map(({ sha256, size }) => ({ sha256, size: Number(size) }));
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    if (size < threadFromBytes) {
      return hashParts((await this.store.read(key, { signal })) as AsyncIterable<Buffer>, parts);
    }
    const url = await this.store.downloadUrl(key, hashUrlValidS);
    return runThread<HashTask, string>('uploads/hash.worker.js', { url, parts }, { signal });
  }
}
