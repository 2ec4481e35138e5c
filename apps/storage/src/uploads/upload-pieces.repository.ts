import { Injectable } from '@nestjs/common';
import type { KeepUploadPart } from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import { In, IsNull, LessThanOrEqual, MoreThan, Not, type FindOptionsWhere } from 'typeorm';
import { UploadPieceEntity } from '../database/entities/upload-piece.entity.js';

/** A piece that is kept. */
export interface KeptPiece {
  readonly id: string;
  readonly uploadId: string;
  readonly partNumber: number;
  /** Bytes. */
  readonly size: number;
}

/** The rows of what lies in the bucket of uploads, or may. */
@Injectable()
export class UploadPiecesRepository {
  async add(tx: Transaction, piece: UploadPieceEntity): Promise<void> {
    await tx.insert(UploadPieceEntity, piece);
  }

  /**
   * Keeps the pieces of a part, and gives up those that it had before.
   *
   * @returns whether all of them were on their way; if not, nothing is as it should be, and the transaction is to be given up.
   */
  async keep(tx: Transaction, uploadId: string, part: KeepUploadPart, now: Date): Promise<boolean> {
    const { part_number: partNumber, pieces } = part;
    await tx.update(UploadPieceEntity, { uploadId, partNumber, deleteAfter: IsNull() }, { deleteAfter: now });
    const [, kept]: [unknown, number] = await tx.query(
      `update upload_pieces p set delete_after = null, position = kept.position, size = kept.size,
         bytes = greatest(p.bytes, kept.size)
       from (select * from unnest($3::uuid[], $4::bigint[]) with ordinality as k (id, size, position)) kept
       where p.id = kept.id and p.upload_id = $1 and p.part_number = $2 and p.size is null`,
      [uploadId, partNumber, pieces.map(({ id }) => id), pieces.map(({ size }) => size)],
    );
    return kept === pieces.length;
  }

  /** Kept pieces, in the order of the file. */
  async kept(tx: Transaction, uploadId: string): Promise<KeptPiece[]> {
    const rows = await tx.find(UploadPieceEntity, {
      where: { uploadId, deleteAfter: IsNull() },
      order: { partNumber: 'asc', position: 'asc' },
    });
    return rows.map(({ id, partNumber, size }) => ({ id, uploadId, partNumber, size: Number(size) }));
  }

  /** Gives up all that an upload has; what is on its way stays known until it can't arrive any more. */
  async giveUp(tx: Transaction, uploadId: string, now: Date): Promise<void> {
    await tx.update(UploadPieceEntity, { uploadId, deleteAfter: IsNull() }, { deleteAfter: now });
  }

  /** The kept ones count no more: from now on the file does that they become. */
  async uncount(tx: Transaction, uploadId: string): Promise<void> {
    await tx.update(UploadPieceEntity, { uploadId, deleteAfter: IsNull() }, { bytes: '0' });
  }

  /** Gives up some of those that are on their way. */
  async giveUpArriving(tx: Transaction, uploadId: string, ids: readonly string[], now: Date): Promise<number> {
    const { affected } = await tx.update(
      UploadPieceEntity,
      { id: In([...ids]), uploadId, deleteAfter: Not(IsNull()), size: IsNull() },
      { deleteAfter: now },
    );
    return affected ?? 0;
  }

  /** Those that may still arrive. */
  arriving(tx: Transaction, uploadId: string, now: Date): Promise<UploadPieceEntity[]> {
    return tx.findBy(UploadPieceEntity, { uploadId, deleteAfter: MoreThan(now) });
  }

  /** Some of those that are given up, kept from others until the transaction ends; those that others hold are left to them. */
  lockDue(tx: Transaction, now: Date, limit: number): Promise<UploadPieceEntity[]> {
    return tx.find(UploadPieceEntity, {
      where: { deleteAfter: LessThanOrEqual(now) },
      order: { deleteAfter: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** As {@link lockDue}, of one upload; waits for those that others hold. */
  lockDueOf(tx: Transaction, uploadId: string, now: Date, limit: number): Promise<UploadPieceEntity[]> {
    const where: FindOptionsWhere<UploadPieceEntity> = { uploadId, deleteAfter: LessThanOrEqual(now) };
    return tx.find(UploadPieceEntity, {
      where,
      order: { id: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
  }

  async delete(tx: Transaction, rows: readonly UploadPieceEntity[]): Promise<void> {
    if (rows.length > 0) await tx.delete(UploadPieceEntity, { id: In(rows.map(({ id }) => id)) });
  }
}
