import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { storageCommands } from './topics.js';

/** SHA-256 in lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The name of an object, unique in its project and kind. */
export const objectName = z.object({
  /**
   * `image`: an image, named `<sha256>.<extension>`. `conversation`: the messages of a chat that are too large for a
   * record, as a JSON array. `completion`: the texts of its answers, likewise.
   */
  kind: z.enum(['image', 'conversation', 'completion']),
  project_id: id,
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/),
});

/** The name of an object. */
export type ObjectName = z.infer<typeof objectName>;

const content = { size: z.int().min(1), sha256, content_type: z.string().max(128) };

/** An object that is in the bucket, or is being uploaded. */
export const storedObject = z.object({ id, ...objectName.shape, ...content, created_at: timestamp });

/** An object that is in the bucket, or is being uploaded. */
export type StoredObject = z.infer<typeof storedObject>;

/**
 * Announces an object and presigns its upload. It is deleted after a day, or after 8 minutes if short-lived, unless
 * kept.
 *
 * Errors: `object_too_large`; `quota_exceeded` unless it is short-lived or admitted.
 */
export const prepareObject = defineCommand({
  topic: storageCommands,
  type: 'prepare-object.v1',
  request: z.object({
    id,
    ...objectName.shape,
    ...content,
    /** true: belongs to a request that is not recorded. Absent for false, and in messages from before 0.1. */
    short_lived: z.boolean().optional(),
    /** true: exempt from quotas, since its chat was admitted. Absent for false, and in messages from before 0.1. */
    admitted: z.boolean().optional(),
  }),
  reply: z.object({
    /** Id of the object from its first announcement. */
    id,
    /** For one `PUT`, valid for minutes, inside the cluster. null: the object is kept already. */
    upload_url: z.string().nullable(),
  }),
});

/** Request of {@link prepareObject}. */
export type PrepareObject = z.infer<typeof prepareObject.request>;

/** Reply of {@link prepareObject}. */
export type PreparedObject = z.infer<typeof prepareObject.reply>;

/** Keeps an uploaded object permanently. Errors: `object_not_found`, `object_incomplete`. */
export const keepObject = defineCommand({
  topic: storageCommands,
  type: 'keep-object.v1',
  request: objectName,
  reply: storedObject,
});

/** Presigns the download of an object, kept or not, for minutes and inside the cluster. Errors: `object_not_found`. */
export const locateObject = defineCommand({
  topic: storageCommands,
  type: 'locate-object.v1',
  request: objectName,
  reply: storedObject.extend({
    /** false: it may not be uploaded yet, and will be deleted unless it is kept. */
    kept: z.boolean(),
    download_url: z.string(),
  }),
  read: true,
});

/** Reply of {@link locateObject}. */
export type LocatedObject = z.infer<typeof locateObject.reply>;

/** Deletes an object within seconds, unless it is kept. */
export const discardObject = defineCommand({
  topic: storageCommands,
  type: 'discard-object.v1',
  request: objectName,
  reply: z.object({ discarded: z.boolean() }),
});

/** Reply of {@link discardObject}. */
export type DiscardedObject = z.infer<typeof discardObject.reply>;

/** Deletes an object within seconds, kept or not. */
export const removeObject = defineCommand({
  topic: storageCommands,
  type: 'remove-object.v1',
  request: objectName,
  reply: z.object({ removed: z.boolean() }),
});

/** Reply of {@link removeObject}. */
export type RemovedObject = z.infer<typeof removeObject.reply>;
