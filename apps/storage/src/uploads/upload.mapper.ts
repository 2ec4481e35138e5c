import { uploadSession, type BeginUpload, type UploadSession } from '@earshot/contracts-storage';
import type { UploadEntity } from '../database/entities/upload.entity.js';
import { expiresAfterMs } from './upload-rules.js';

/** The parts that are there, whole. */
export interface CompletedParts {
  /** In ascending order. */
  readonly numbers: readonly number[];
  /** Bytes of them together. */
  readonly size: number;
}

/** How it is with the session of a row, now. */
export function toSession(row: UploadEntity, { numbers, size }: CompletedParts, now: Date): UploadSession {
  const state = stateOf(row, numbers.length, now);
  const gone = state === 'expired';
  return uploadSession.parse({
    id: row.id,
    project_id: row.projectId,
    content_type: row.contentType,
    metadata: row.metadata,
    total_parts_count: row.totalParts,
    state,
    completed_parts: gone ? [] : numbers,
    size: gone ? 0 : size,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  });
}

/** What follows from a row, its parts and the time. A session is expired from then on, whenever the janitor comes by. */
export function stateOf(
  { state, expiresAt, totalParts }: Pick<UploadEntity, 'state' | 'expiresAt' | 'totalParts'>,
  completedParts: number,
  now: Date,
): UploadSession['state'] {
  if (state !== 'open') return state;
  if (expiresAt <= now) return 'expired';
  return completedParts === totalParts ? 'complete' : 'open';
}

/** The row of a session that begins. */
export function toRow(begun: BeginUpload, now: Date): UploadEntity {
  return {
    id: begun.id,
    projectId: begun.project_id,
    contentType: begun.content_type,
    metadata: begun.metadata,
    totalParts: begun.total_parts_count,
    state: 'open',
    createdAt: now,
    expiresAt: new Date(now.getTime() + expiresAfterMs),
    endedAt: null,
    targetKey: null,
    sha256: null,
    leasedUntil: null,
  };
}

/** Where a piece lies in the bucket. */
export function pieceKey(piece: { readonly uploadId: string; readonly id: string }): string {
  return `uploads/${piece.uploadId}/${piece.id}`;
}
