import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { sha256 } from './stored-object.v1.js';
import { storageCommands } from './topics.js';

/** Maximum number of parts of a session; S3 has the same limit. */
export const maxUploadParts = 10_000;

const partNumber = z.int().min(1).max(maxUploadParts);

/**
 * In place of a project: the session belongs to none until a file is created from it. Only installation keys begin and
 * see such sessions; together they have a quota.
 */
export const noProject = '00000000-0000-0000-0000-000000000000';

const begun = {
  id,
  /** {@link noProject} for none. */
  project_id: id,
  /** Of the whole file; null if the caller set none. */
  content_type: z.string().max(255).nullable(),
  /** Data of the caller. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  total_parts_count: z.int().min(1).max(maxUploadParts),
};

/** An upload session. */
export const uploadSession = z.object({
  ...begun,
  /**
   * `open`: accepts parts. `complete`: has all parts and accepts replacements. `consumed`: became a file. `aborted`: by
   * its owner. `expired`: no part arrived for seven days.
   */
  state: z.enum(['open', 'complete', 'consumed', 'aborted', 'expired']),
  /** Numbers of the completed parts, ascending; none for an aborted or expired session. */
  completed_parts: z.array(partNumber),
  /** Total bytes of the completed parts. */
  size: z.int().min(0),
  created_at: timestamp,
  /** Each part extends it. */
  expires_at: timestamp,
});

/** An upload session. */
export type UploadSession = z.infer<typeof uploadSession>;

const sessionRef = z.object({
  session_id: id,
  /** The project whose sessions the caller may see; null for all projects. */
  project_id: id.nullable(),
});

/** A session, with the access of the caller. */
export type UploadSessionRef = z.infer<typeof sessionRef>;

/** Creates a session. Errors: `quota_exceeded`. */
export const beginUpload = defineCommand({
  topic: storageCommands,
  type: 'begin-upload.v1',
  request: z.object(begun),
  reply: uploadSession,
});

/** Request of {@link beginUpload}. */
export type BeginUpload = z.infer<typeof beginUpload.request>;

/** Gets the status of a session. Errors: `session_not_found`. */
export const readUpload = defineCommand({
  topic: storageCommands,
  type: 'read-upload.v1',
  request: sessionRef,
  reply: uploadSession,
  read: true,
});

/**
 * Presigns the upload of a part, or of a piece of a part of unknown length. It is deleted after two hours unless it is
 * kept.
 *
 * Errors: `session_not_found`, `session_closed`, `part_number_out_of_range`, `quota_exceeded`.
 */
export const prepareUploadPiece = defineCommand({
  topic: storageCommands,
  type: 'prepare-upload-piece.v1',
  request: sessionRef.extend({
    part_number: partNumber,
    /** A new id. */
    piece_id: id,
    /** Bytes. Absent in messages from before 0.1: they count once the part is kept. */
    size: z.int().min(1).optional(),
  }),
  reply: z.object({
    /** For one `PUT`, valid for minutes, inside the cluster. */
    upload_url: z.string(),
  }),
});

/** Request of {@link prepareUploadPiece}. */
export type PrepareUploadPiece = z.infer<typeof prepareUploadPiece.request>;

/** Reply of {@link prepareUploadPiece}. */
export type PreparedUploadPiece = z.infer<typeof prepareUploadPiece.reply>;

/** A completed part. */
export const uploadPart = z.object({
  part_number: partNumber,
  /** Bytes. */
  size: z.int().min(1),
  sha256,
});

/** A completed part. */
export type UploadPart = z.infer<typeof uploadPart>;

/**
 * Completes a part whose bytes are in the bucket, or replaces the part of that number.
 *
 * Errors: `session_not_found`, `session_closed`; `part_lost` if the pieces are deleted.
 */
export const keepUploadPart = defineCommand({
  topic: storageCommands,
  type: 'keep-upload-part.v1',
  request: sessionRef.extend({
    ...uploadPart.shape,
    /** In order. */
    pieces: z.array(z.object({ id, size: z.int().min(1) })).min(1),
  }),
  reply: uploadPart,
});

/** Request of {@link keepUploadPart}. */
export type KeepUploadPart = z.infer<typeof keepUploadPart.request>;

/** Deletes pieces before the reply, except those of completed parts. */
export const discardUploadPieces = defineCommand({
  topic: storageCommands,
  type: 'discard-upload-pieces.v1',
  request: z.object({ session_id: id, piece_ids: z.array(id).min(1) }),
  reply: z.object({ discarded: z.int().min(0) }),
});

/** Request of {@link discardUploadPieces}. */
export type DiscardUploadPieces = z.infer<typeof discardUploadPieces.request>;

/** Reply of {@link discardUploadPieces}. */
export type DiscardedUploadPieces = z.infer<typeof discardUploadPieces.reply>;

/**
 * Aborts a session and deletes its parts. Repeat it until `cleared` is true.
 *
 * Errors: `session_not_found`, `session_consumed`.
 */
export const abortUpload = defineCommand({
  topic: storageCommands,
  type: 'abort-upload.v1',
  request: sessionRef,
  reply: z.object({
    id,
    /** Whether all parts are deleted. */
    cleared: z.boolean(),
  }),
});

/** Reply of {@link abortUpload}. */
export type AbortedUpload = z.infer<typeof abortUpload.reply>;
