import { Injectable } from '@nestjs/common';
import type {
  AbortedUpload,
  BeginUpload,
  KeepUploadPart,
  PreparedUploadPiece,
  PrepareUploadPiece,
  UploadPart,
  UploadSession,
  UploadSessionRef,
} from '@earshot/contracts-storage';
import { now, type Transaction } from '@earshot/persistence';
import type { UploadEntity } from '../database/entities/upload.entity.js';
import { ObjectStore } from '../objects/object-store.js';
import { Quotas } from '../usage/quotas.js';
import { UploadPiecesRepository } from './upload-pieces.repository.js';
import { pieceKey, stateOf, toSession } from './upload.mapper.js';
import { partLost, partOutOfRange, sessionClosed, sessionConsumed } from './uploads.errors.js';
import { UploadsRepository } from './uploads.repository.js';

const hourMs = 60 * 60_000;

/** A session expires when no part arrives for this long, ms. */
export const expiresAfterMs = 7 * 24 * hourMs;

/** Validity of presigned URLs, s. They are used at once; this covers clock skew and a slow bucket. */
const pieceUrlValidS = 300;

/**
 * How long a piece may be in flight, ms: a request ends within the hour. Covers a gateway that crashed before it could
 * report.
 */
export const pieceArrivesWithinMs = 2 * hourMs;

/** Sessions per transaction, which takes tens of milliseconds. */
const removalBatch = 32;

/** The rules of upload sessions. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly pieces: UploadPiecesRepository,
    private readonly quotas: Quotas,
    private readonly store: ObjectStore,
  ) {}

  /** Creates a session. @throws AppError `quota_exceeded` */
  async begin(tx: Transaction, request: BeginUpload): Promise<UploadSession> {
    const createdAt = new Date();
    const unused = { ended_at: null, target_key: null, sha256: null };
    const times = { created_at: createdAt.toISOString(), expires_at: later(createdAt, expiresAfterMs) };
    const row: UploadEntity = { ...request, ...times, ...unused, state: 'open' };
    await this.uploads.insert(tx, row);
    await this.quotas.check(tx, request.project_id, ['upload_sessions']);
    return toSession(row, { numbers: [], size: 0 }, createdAt);
  }

  /** @throws AppError `session_not_found` */
  async read(tx: Transaction, session: UploadSessionRef): Promise<UploadSession> {
    const row = await this.uploads.find(tx, session);
    return toSession(row, await this.uploads.completedParts(tx, row.id), new Date());
  }

  /**
   * Presigns the upload URL of a piece.
   *
   * @throws AppError `session_not_found`, `session_closed`, `part_number_out_of_range`, `quota_exceeded`
   */
  async preparePiece(tx: Transaction, request: PrepareUploadPiece): Promise<PreparedUploadPiece> {
    const time = new Date();
    const { id: upload_id, project_id, total_parts_count } = await this.#lockOpen(tx, request, time);
    const { piece_id: id, part_number, size: bytes = 0 } = request;
    if (part_number > total_parts_count) throw partOutOfRange(part_number, total_parts_count);
    const delete_after = later(time, pieceArrivesWithinMs);
    await this.pieces.insert(tx, { id, upload_id, part_number, position: null, size: null, bytes, delete_after });
    await this.quotas.check(tx, project_id, ['bytes']);
    return { upload_url: await this.store.uploadUrl(pieceKey({ upload_id, id }), pieceUrlValidS) };
  }

  /** Completes a part and extends the session. @throws AppError `session_not_found`, `session_closed`, `part_lost` */
  async keepPart(tx: Transaction, part: KeepUploadPart): Promise<UploadPart> {
    const time = new Date();
    const { id } = await this.#lockOpen(tx, part, time);
    const { part_number, size, sha256 } = part;
    if (!(await this.pieces.keep(tx, id, part))) throw partLost(part_number);
    await this.uploads.putPart(tx, id, { part_number, size, sha256 });
    await this.uploads.update(tx, id, { expires_at: later(time, expiresAfterMs) });
    return { part_number, size, sha256 };
  }

  /** Aborts a session. @returns its id. @throws AppError `session_not_found`, `session_consumed` */
  async abort(tx: Transaction, session: UploadSessionRef): Promise<AbortedUpload> {
    const row = await this.uploads.lock(tx, session);
    if (row.state === 'consumed') throw sessionConsumed(row.id);
    if (row.state !== 'aborted') await this.#end(tx, row, 'aborted');
    return { id: row.id, cleared: false };
  }

  /** Ends some sessions that are past their time. @returns whether there may be more. */
  expireDue(at: Date, limit: number): Promise<boolean> {
    return this.uploads.transaction(async (tx) => {
      const rows = await this.uploads.lockExpired(tx, at, limit);
      for (const row of rows) await this.#end(tx, row, 'expired');
      return rows.length === limit;
    });
  }

  /** Aborts some open sessions of a deleted project. @returns whether there may be more. */
  removeBatch(projectId: string): Promise<boolean> {
    return this.uploads.transaction(async (tx) => {
      const rows = await this.uploads.lockOpenOf(tx, projectId, removalBatch);
      for (const row of rows) await this.#end(tx, row, 'aborted');
      return rows.length === removalBatch;
    });
  }

  async #end(tx: Transaction, { id, ended_at }: UploadEntity, state: 'aborted' | 'expired'): Promise<void> {
    await this.uploads.update(tx, id, { state, ended_at: ended_at ?? now() });
    await this.uploads.deleteParts(tx, id);
    await this.pieces.discardStored(tx, id);
  }

  /** Locks a session that accepts parts. @throws AppError `session_not_found`, `session_closed` */
  async #lockOpen(tx: Transaction, session: UploadSessionRef, at: Date): Promise<UploadEntity> {
    const row = await this.uploads.lock(tx, session);
    // The number of parts does not matter: a complete session accepts replacements.
    const state = stateOf(row, 0, at);
    if (state !== 'open') throw sessionClosed(row.id, state);
    return row;
  }
}

function later(time: Date, ms: number): string {
  return new Date(time.getTime() + ms).toISOString();
}
