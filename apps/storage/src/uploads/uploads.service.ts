import { Inject, Injectable } from '@nestjs/common';
import type {
  BeginUpload,
  KeepUploadPart,
  PreparedUploadPiece,
  PrepareUploadPiece,
  UploadPart,
  UploadSession,
  UploadSessionRef,
} from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import type { UploadEntity } from '../database/entities/upload.entity.js';
import type { ObjectStore } from '../objects/object-store.js';
import { OBJECT_STORE } from '../objects/objects.module.js';
import { Quotas } from '../usage/quotas.js';
import { UploadPiecesRepository } from './upload-pieces.repository.js';
import { expiresAfterMs, pieceArrivesWithinMs, pieceUrlValidS } from './upload-rules.js';
import { pieceKey, stateOf, toRow, toSession } from './upload.mapper.js';
import { partLost, partOutOfRange, sessionClosed, sessionConsumed, sessionNotFound } from './uploads.errors.js';
import { UploadsRepository } from './uploads.repository.js';

/** Sessions that are ended in one transaction, of tens of milliseconds. */
const removedTogether = 32;

/** The rules of upload sessions (interface, section 6). */
@Injectable()
export class UploadsService {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly pieces: UploadPiecesRepository,
    private readonly quotas: Quotas,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** @throws AppError `quota_exceeded` */
  async begin(tx: Transaction, begun: BeginUpload): Promise<UploadSession> {
    const now = new Date();
    const row = toRow(begun, now);
    await this.uploads.add(tx, row);
    await this.quotas.check(tx, begun.project_id, ['upload_sessions']);
    return toSession(row, { numbers: [], size: 0 }, now);
  }

  /** @throws AppError `session_not_found` */
  async read(tx: Transaction, { session_id, project_id }: UploadSessionRef): Promise<UploadSession> {
    const row = await this.uploads.find(tx, session_id, project_id);
    if (row === null) throw sessionNotFound(session_id);
    return toSession(row, await this.uploads.completedParts(tx, row.id), new Date());
  }

  /** @throws AppError `session_not_found`, `session_closed`, `part_number_out_of_range`, `quota_exceeded` */
  async preparePiece(tx: Transaction, asked: PrepareUploadPiece): Promise<PreparedUploadPiece> {
    const now = new Date();
    const { id: uploadId, projectId, totalParts } = await this.#open(tx, asked, now);
    const { piece_id: id, part_number: partNumber, size: announced = 0 } = asked;
    if (partNumber > totalParts) throw partOutOfRange(partNumber, totalParts);
    const deleteAfter = new Date(now.getTime() + pieceArrivesWithinMs);
    const bytes = String(announced);
    await this.pieces.add(tx, { id, uploadId, partNumber, position: null, size: null, bytes, deleteAfter });
    await this.quotas.check(tx, projectId, ['bytes']);
    return { upload_url: await this.store.uploadUrl(pieceKey({ uploadId, id }), pieceUrlValidS) };
  }

  /** @throws AppError `session_not_found`, `session_closed`, `part_lost` */
  async keepPart(tx: Transaction, part: KeepUploadPart): Promise<UploadPart> {
    const now = new Date();
    const { id } = await this.#open(tx, part, now);
    const { part_number, size, sha256 } = part;
    if (!(await this.pieces.keep(tx, id, part, now))) throw partLost(part_number);
    await this.uploads.putPart(tx, id, { part_number, size, sha256 });
    await this.uploads.change(tx, id, { expiresAt: new Date(now.getTime() + expiresAfterMs) });
    return { part_number, size, sha256 };
  }

  /** Ends a session; what was sent to it is given up. @throws AppError `session_not_found`, `session_consumed` */
  async abort(tx: Transaction, { session_id, project_id }: UploadSessionRef): Promise<string> {
    const row = await this.uploads.lock(tx, session_id, project_id);
    if (row === null) throw sessionNotFound(session_id);
    if (row.state === 'consumed') throw sessionConsumed(session_id);
    if (row.state !== 'aborted') await this.#end(tx, row, 'aborted');
    return row.id;
  }

  /** Ends some sessions whose time is over. @returns whether there may be more. */
  expireDue(now: Date, limit: number): Promise<boolean> {
    return this.uploads.transaction(async (tx) => {
      const rows = await this.uploads.lockExpired(tx, now, limit);
      for (const row of rows) await this.#end(tx, row, 'expired');
      return rows.length === limit;
    });
  }

  /** Ends some open sessions of a project that is gone. @returns whether there may be more. */
  removeSomeOf(projectId: string): Promise<boolean> {
    return this.uploads.transaction(async (tx) => {
      const rows = await this.uploads.lockOpenOf(tx, projectId, removedTogether);
      for (const row of rows) await this.#end(tx, row, 'aborted');
      return rows.length === removedTogether;
    });
  }

  async #end(tx: Transaction, { id, endedAt }: UploadEntity, state: 'aborted' | 'expired'): Promise<void> {
    const now = new Date();
    await this.uploads.change(tx, id, { state, endedAt: endedAt ?? now });
    await this.uploads.deleteParts(tx, id);
    await this.pieces.giveUp(tx, id, now);
  }

  /** The row of a session that takes parts, kept from others until the transaction ends. */
  async #open(tx: Transaction, { session_id, project_id }: UploadSessionRef, now: Date): Promise<UploadEntity> {
    const row = await this.uploads.lock(tx, session_id, project_id);
    if (row === null) throw sessionNotFound(session_id);
    // How many parts there are makes no difference: a complete session takes others in their place.
    const state = stateOf(row, 0, now);
    if (state !== 'open') throw sessionClosed(session_id, state);
    return row;
  }
}
