import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { sha256 } from './fields.js';
import { storageCommands } from './topics.js';

/** The most parts that a file may be sent in (interface, section 6), which is also S3's. */
export const maxUploadParts = 10_000;

/**
 * How it is with an upload session. `open`: it takes parts; `complete`: it has all of them, and takes others in their place; `consumed`: its
 * file was made use of; `aborted` by its owner; `expired`: nothing came for seven days. The last three take nothing any more.
 */
export const uploadStates = ['open', 'complete', 'consumed', 'aborted', 'expired'] as const;

const partNumber = z.int().min(1).max(maxUploadParts);

const begun = {
  id,
  project_id: id,
  /** Of the whole file; null where the caller did not say. */
  content_type: z.string().max(255).nullable(),
  /** The caller's own. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  total_parts_count: z.int().min(1).max(maxUploadParts),
};

/** An upload session. */
export const uploadSession = z.object({
  ...begun,
  state: z.enum(uploadStates),
  /** Numbers of the parts that are there, whole, in ascending order; none of an aborted or expired session. */
  completed_parts: z.array(partNumber),
  /** Bytes of them together. */
  size: z.int().min(0),
  created_at: timestamp,
  /** When it expires unless a part comes; for one that has ended, when it would have. */
  expires_at: timestamp,
});

/** An upload session. */
export type UploadSession = z.infer<typeof uploadSession>;

/** Which session is meant, by whom. */
const sessionRef = z.object({
  session_id: id,
  /** The project whose sessions the caller may see; null for those of all. */
  project_id: id.nullable(),
});

/** Which session is meant, by whom. */
export type UploadSessionRef = z.infer<typeof sessionRef>;

/** Begins a session. Refused with `quota_exceeded`. */
export const beginUpload = defineCommand({
  topic: storageCommands,
  type: 'begin-upload.v1',
  request: z.object(begun),
  reply: uploadSession,
});

/** What is asked by {@link beginUpload}. */
export type BeginUpload = z.infer<typeof beginUpload.request>;

/** How it is with a session. Refused with `session_not_found`. */
export const readUpload = defineCommand({
  topic: storageCommands,
  type: 'read-upload.v1',
  request: sessionRef,
  reply: uploadSession,
  read: true,
});

/**
 * Asks where a part, or a piece of one whose length is not known before, is to be sent: the bytes then go to an address that is good for minutes
 * and never leaves the cluster. What is not kept within two hours is deleted. Refused with `session_not_found`, `session_closed`,
 * `part_number_out_of_range`, `quota_exceeded`.
 */
export const prepareUploadPiece = defineCommand({
  topic: storageCommands,
  type: 'prepare-upload-piece.v1',
  request: sessionRef.extend({
    part_number: partNumber,
    /** New, and made by the caller. */
    piece_id: id,
    /** Bytes that are to be sent; absent in messages from before 0.2: they count once the part is kept. */
    size: z.int().min(1).optional(),
  }),
  reply: z.object({
    /** Takes one `PUT` of the bytes. */
    upload_url: z.string(),
  }),
});

/** What is asked by {@link prepareUploadPiece}. */
export type PrepareUploadPiece = z.infer<typeof prepareUploadPiece.request>;

/** What {@link prepareUploadPiece} is answered with. */
export type PreparedUploadPiece = z.infer<typeof prepareUploadPiece.reply>;

/** A part that is there, whole. */
export const uploadPart = z.object({
  part_number: partNumber,
  /** Bytes. */
  size: z.int().min(1),
  sha256,
});

/** A part that is there, whole. */
export type UploadPart = z.infer<typeof uploadPart>;

/**
 * Keeps a part whose bytes are in the bucket, in place of what was sent under its number before. Refused with `session_not_found`,
 * `session_closed`, `part_lost` where the pieces were deleted meanwhile.
 */
export const keepUploadPart = defineCommand({
  topic: storageCommands,
  type: 'keep-upload-part.v1',
  request: sessionRef.extend({
    ...uploadPart.shape,
    /** The prepared ones that it consists of, in their order. */
    pieces: z.array(z.object({ id, size: z.int().min(1) })).min(1),
  }),
  reply: uploadPart,
});

/** What is asked by {@link keepUploadPart}. */
export type KeepUploadPart = z.infer<typeof keepUploadPart.request>;

/** Gives up prepared pieces that will not be kept: they are gone when it is answered. Kept and unknown ones stay as they are. */
export const discardUploadPieces = defineCommand({
  topic: storageCommands,
  type: 'discard-upload-pieces.v1',
  request: z.object({ session_id: id, piece_ids: z.array(id).min(1) }),
  reply: z.object({ discarded: z.int().min(0) }),
});

/** What is asked by {@link discardUploadPieces}. */
export type DiscardUploadPieces = z.infer<typeof discardUploadPieces.request>;

/** What {@link discardUploadPieces} is answered with. */
export type DiscardedUploadPieces = z.infer<typeof discardUploadPieces.reply>;

/**
 * Ends a session and deletes what was sent to it, or some of it where that takes longer than anybody should wait: then it is to be asked again.
 * Refused with `session_not_found`, `session_consumed`.
 */
export const abortUpload = defineCommand({
  topic: storageCommands,
  type: 'abort-upload.v1',
  request: sessionRef,
  reply: z.object({
    /** Of the session. */
    id,
    /** Whether nothing of it is left in the bucket. */
    cleared: z.boolean(),
  }),
});

/** What {@link abortUpload} is answered with. */
export type AbortedUpload = z.infer<typeof abortUpload.reply>;
