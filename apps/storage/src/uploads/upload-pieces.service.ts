import { Injectable } from '@nestjs/common';
import type { AbortedUpload, DiscardUploadPieces } from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import type { UploadPieceEntity } from '../database/entities/upload.entity.js';
import { ObjectStore } from '../objects/object-store.js';
import { UploadPiecesRepository } from './upload-pieces.repository.js';
import { pieceKey } from './upload.mapper.js';
import { UploadsRepository } from './uploads.repository.js';

/** Pieces per transaction: at 5 s per request of the bucket, well within the 15 s of the database. */
const deletionBatch = 32;

/** How long a group of commands deletes objects before its replies, ms. The commands behind it wait. */
const clearForMs = 2_000;

/** Deletes the objects of uploads. Safe to run in several processes; failed deletions are retried. */
@Injectable()
export class UploadPiecesService {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly pieces: UploadPiecesRepository,
    private readonly store: ObjectStore,
  ) {}

  /** Marks pieces in flight for deletion. @returns how many. */
  async discard(tx: Transaction, { session_id, piece_ids }: DiscardUploadPieces): Promise<{ discarded: number }> {
    return { discarded: await this.pieces.discardInFlight(tx, session_id, piece_ids) };
  }

  /** Deletes some pieces that are due. @returns whether there may be more. @throws AppError `service_unavailable` */
  deleteDue(at: Date): Promise<boolean> {
    return this.uploads.transaction(async (tx) => this.#delete(tx, await this.pieces.lockDue(tx, at, deletionBatch)));
  }

  /**
   * Deletes all discarded pieces of an upload.
   *
   * @param untilMs deadline, ms since 1970. @returns whether all are deleted. @throws AppError `service_unavailable`
   */
  async clear(uploadId: string, untilMs: number): Promise<boolean> {
    const at = new Date();
    const deleteBatch = () =>
      this.uploads.transaction(async (tx) =>
        this.#delete(tx, await this.pieces.lockDueOf(tx, uploadId, at, deletionBatch)),
      );
    while (await deleteBatch()) if (Date.now() >= untilMs) return false;
    return true;
  }

  /** Returns the time until which a group of commands may delete objects, ms since 1970. */
  clearDeadline(): number {
    return Date.now() + clearForMs;
  }

  /** As {@link clear}, before the reply to a command is sent. @returns the reply. */
  async clearDiscarded<R>(uploadId: string, reply: R, untilMs: number): Promise<R> {
    await this.clear(uploadId, untilMs);
    return reply;
  }

  /** As {@link clear} for an aborted upload, with its pieces in flight. */
  async clearAborted(id: string, untilMs: number): Promise<AbortedUpload> {
    await this.#deleteInFlight(id);
    return { id, cleared: await this.clear(id, untilMs) };
  }

  /** Deletes pieces of an aborted upload that have arrived. The cleanup deletes those that arrive later. */
  async #deleteInFlight(uploadId: string): Promise<void> {
    const pieces = await this.uploads.transaction((tx) => this.pieces.findInFlight(tx, uploadId));
    for (let from = 0; from < pieces.length; from += deletionBatch)
      await this.#deleteObjects(pieces.slice(from, from + deletionBatch));
  }

  async #delete(tx: Transaction, rows: readonly UploadPieceEntity[]): Promise<boolean> {
    await this.#deleteObjects(rows);
    await this.pieces.delete(tx, rows);
    return rows.length === deletionBatch;
  }

  async #deleteObjects(rows: readonly UploadPieceEntity[]): Promise<void> {
    await Promise.all(rows.map((row) => this.store.delete(pieceKey(row))));
  }
}
