import { Injectable } from '@nestjs/common';
import type { KeepUploadPart } from '@earshot/contracts-storage';
import { columnLists, now, rowsOf, type Transaction } from '@earshot/persistence';
import { In, IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { UploadPieceEntity } from '../database/entities/upload.entity.js';

/** A kept piece. */
export type StoredPiece = UploadPieceEntity & { readonly size: number };

const storedColumns = { id: 'uuid', size: 'bigint', position: 'integer' };

/** The rows of objects in the bucket that belong to uploads. */
@Injectable()
export class UploadPiecesRepository {
  async insert(tx: Transaction, piece: UploadPieceEntity): Promise<void> {
    await tx.insert(UploadPieceEntity, piece);
  }

  /**
   * Keeps the pieces of a part and discards the pieces of its previous version.
   *
   * @returns false when a piece is missing; the transaction must then be rolled back.
   */
  async keep(tx: Transaction, uploadId: string, { part_number, pieces }: KeepUploadPart): Promise<boolean> {
    const where = { upload_id: uploadId, part_number, delete_after: IsNull() };
    await tx.update(UploadPieceEntity, where, { delete_after: now() });
    const rows = pieces.map((piece, position) => ({ ...piece, position }));
    const [, storedCount]: [unknown, number] = await tx.query(
      `update upload_pieces p set delete_after = null, position = kept.position, size = kept.size,
         bytes = greatest(p.bytes, kept.size)
       from ${rowsOf(storedColumns, 'kept', 3)}
       where p.id = kept.id and p.upload_id = $1 and p.part_number = $2 and p.size is null`,
      [uploadId, part_number, ...columnLists(storedColumns, rows)],
    );
    return storedCount === pieces.length;
  }

  /** Kept pieces in the order of the file. */
  findStored(tx: Transaction, uploadId: string): Promise<StoredPiece[]> {
    return tx.find(UploadPieceEntity, {
      where: { upload_id: uploadId, delete_after: IsNull() },
      order: { part_number: 'asc', position: 'asc' },
    }) as Promise<StoredPiece[]>;
  }

  /** Discards all kept pieces of an upload. Pieces in flight stay until their time is over. */
  async discardStored(tx: Transaction, uploadId: string): Promise<void> {
    await tx.update(UploadPieceEntity, { upload_id: uploadId, delete_after: IsNull() }, { delete_after: now() });
  }

  /** Stops counting the kept pieces for the quota: the file that they become counts instead. */
  async stopCounting(tx: Transaction, uploadId: string): Promise<void> {
    await tx.update(UploadPieceEntity, { upload_id: uploadId, delete_after: IsNull() }, { bytes: 0 });
  }

  /** Discards some of the pieces in flight. @returns how many. */
  async discardInFlight(tx: Transaction, uploadId: string, ids: readonly string[]): Promise<number> {
    const where = { id: In([...ids]), upload_id: uploadId, delete_after: Not(IsNull()), size: IsNull() };
    return (await tx.update(UploadPieceEntity, where, { delete_after: now() })).affected ?? 0;
  }

  /** Pieces that may still arrive. */
  findInFlight(tx: Transaction, uploadId: string): Promise<UploadPieceEntity[]> {
    return tx.findBy(UploadPieceEntity, { upload_id: uploadId, delete_after: MoreThan(now()) });
  }

  /** Locks pieces that are due for deletion; skips rows that other transactions have locked. */
  lockDue(tx: Transaction, at: Date, limit: number): Promise<UploadPieceEntity[]> {
    return tx.find(UploadPieceEntity, {
      where: { delete_after: LessThanOrEqual(at.toISOString()) },
      order: { delete_after: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** As {@link lockDue} for one upload, but waits for locked rows. */
  lockDueOf(tx: Transaction, uploadId: string, at: Date, limit: number): Promise<UploadPieceEntity[]> {
    return tx.find(UploadPieceEntity, {
      where: { upload_id: uploadId, delete_after: LessThanOrEqual(at.toISOString()) },
      order: { id: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
  }

  async delete(tx: Transaction, rows: readonly UploadPieceEntity[]): Promise<void> {
    if (rows.length > 0) await tx.delete(UploadPieceEntity, { id: In(rows.map(({ id }) => id)) });
  }
}
