import { uploadSession, type UploadSession } from '@earshot/contracts-storage';
import type { UploadEntity } from '../database/entities/upload.entity.js';

/** The complete parts of a session. */
export interface CompletedParts {
  /** In ascending order. */
  readonly numbers: readonly number[];
  /** Their total in bytes. */
  readonly size: number;
}

/** Maps a row and its parts to the session at a point in time. */
export function toSession(row: UploadEntity, { numbers, size }: CompletedParts, now: Date): UploadSession {
  const state = stateOf(row, numbers.length, now);
  const parts = state === 'expired' ? { completed_parts: [], size: 0 } : { completed_parts: numbers, size };
  return uploadSession.parse({ ...row, state, ...parts });
}

/** Derives the state of a session. A session is expired as of its time, even before the cleanup finds it. */
export function stateOf(
  { state, expires_at, total_parts_count }: Pick<UploadEntity, 'state' | 'expires_at' | 'total_parts_count'>,
  completedParts: number,
  now: Date,
): UploadSession['state'] {
  if (state !== 'open') return state;
  if (Date.parse(expires_at) <= now.getTime()) return 'expired';
  return completedParts === total_parts_count ? 'complete' : 'open';
}

/** The key of a piece in the bucket. */
export function pieceKey(piece: { readonly upload_id: string; readonly id: string }): string {
  return `uploads/${piece.upload_id}/${piece.id}`;
}
