import { Inject, Injectable } from '@nestjs/common';
import type { DiscardUploadPieces } from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import type { UploadPieceEntity } from '../database/entities/upload-piece.entity.js';
import type { ObjectStore } from '../objects/object-store.js';
import { OBJECT_STORE } from '../objects/objects.module.js';
import { UploadPiecesRepository } from './upload-pieces.repository.js';
import { pieceKey } from './upload.mapper.js';
import { UploadsRepository } from './uploads.repository.js';

/** How many pieces are deleted in one transaction: with the bucket's deadline of 5 s well within the database's 15 s. */
const deletedTogether = 32;

/** Deletes what uploads leave in the bucket. Any number of processes may do so at once; what the bucket refuses is tried again. */
@Injectable()
export class UploadPiecesService {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly pieces: UploadPiecesRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** Gives pieces up that are on their way. */
  giveUp(tx: Transaction, { session_id, piece_ids }: DiscardUploadPieces): Promise<number> {
    return this.pieces.giveUpArriving(tx, session_id, piece_ids, new Date());
  }

  /** Deletes some of what is given up. @returns whether there may be more. @throws AppError while the bucket is away. */
  deleteDue(now: Date): Promise<boolean> {
    return this.uploads.transaction(async (tx) =>
      this.#delete(tx, await this.pieces.lockDue(tx, now, deletedTogether)),
    );
  }

  /**
   * Deletes all of an upload that is given up.
   *
   * @param untilMs when to stop, ms since 1970. @returns whether nothing was left when it stopped. @throws AppError while the bucket is away.
   */
  async clear(uploadId: string, untilMs: number): Promise<boolean> {
    const now = new Date();
    const some = () =>
      this.uploads.transaction(async (tx) =>
        this.#delete(tx, await this.pieces.lockDueOf(tx, uploadId, now, deletedTogether)),
      );
    while (await some()) if (Date.now() >= untilMs) return false;
    return true;
  }

  /**
   * Deletes what was on its way to an upload and has come, though nobody will keep it. What comes later is deleted when it can't come any more.
   *
   * @throws AppError while the bucket is away.
   */
  async clearArriving(uploadId: string): Promise<void> {
    const arriving = await this.uploads.transaction((tx) => this.pieces.arriving(tx, uploadId, new Date()));
    for (let from = 0; from < arriving.length; from += deletedTogether) {
      await Promise.all(
        arriving.slice(from, from + deletedTogether).map((piece) => this.store.delete(pieceKey(piece))),
      );
    }
  }

  async #delete(tx: Transaction, rows: readonly UploadPieceEntity[]): Promise<boolean> {
    await Promise.all(rows.map((row) => this.store.delete(pieceKey(row))));
    await this.pieces.delete(tx, rows);
    return rows.length === deletedTogether;
  }
}
