import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { sha256 } from './fields.js';
import { storageCommands } from './topics.js';

/**
 * What is kept in the bucket. `image`: an image of a project, named `<sha256>.<extension>`. `conversation`: the messages of a chat that are
 * too large for a record, as a JSON array. `completion`: the texts of its answers, likewise.
 */
export const objectKinds = ['image', 'conversation', 'completion'] as const;

/** What an object is called: a name that is unique in its project among those of its kind. */
export const objectName = z.object({
  kind: z.enum(objectKinds),
  project_id: id,
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/),
});

/** What an object is called. */
export type ObjectName = z.infer<typeof objectName>;

const content = { size: z.int().min(1), sha256, content_type: z.string().max(128) };

/** An object that is, or is about to be, in the bucket. */
export const storedObject = z.object({ id, ...objectName.shape, ...content, created_at: timestamp });

/** An object that is, or is about to be, in the bucket. */
export type StoredObject = z.infer<typeof storedObject>;

/**
 * Announces an object; its bytes are then sent to an address that is good for minutes and never leaves the cluster. What is not kept
 * within a day, or within 8 minutes where it is short-lived, is deleted. Refused with `object_too_large`;
 * with `quota_exceeded` unless it is short-lived or was admitted.
 */
export const prepareObject = defineCommand({
  topic: storageCommands,
  type: 'prepare-object.v1',
  request: z.object({
    id,
    ...objectName.shape,
    ...content,
    /** true: of a request of which nothing is to be kept. Absent for false, and in messages from before 0.2. */
    short_lived: z.boolean().optional(),
    /** true: of a chat that was let in before; no quota refuses it. Absent for false, and in messages from before 0.2. */
    admitted: z.boolean().optional(),
  }),
  reply: z.object({
    /** Of the object: that of the first who announced it. */
    id,
    /** Takes one `PUT` of the bytes; null: they are kept already. */
    upload_url: z.string().nullable(),
  }),
});

/** What is asked by {@link prepareObject}. */
export type PrepareObject = z.infer<typeof prepareObject.request>;

/** What {@link prepareObject} is answered with. */
export type PreparedObject = z.infer<typeof prepareObject.reply>;

/** Keeps an announced object for good, once its bytes are in the bucket. Refused with `object_not_found`, `object_incomplete`. */
export const keepObject = defineCommand({
  topic: storageCommands,
  type: 'keep-object.v1',
  request: objectName,
  reply: storedObject,
});

/**
 * Where the bytes of an object are, kept or not: an address for `GET` that is good for minutes and never leaves the cluster. Refused with
 * `object_not_found`.
 */
export const locateObject = defineCommand({
  topic: storageCommands,
  type: 'locate-object.v1',
  request: objectName,
  reply: storedObject.extend({
    /** false: it is deleted a day after it was announced, and maybe has not arrived. */
    kept: z.boolean(),
    download_url: z.string(),
  }),
  read: true,
});

/** What {@link locateObject} is answered with. */
export type LocatedObject = z.infer<typeof locateObject.reply>;

/** Gives up an object that was announced and not kept: it is deleted within seconds. One that is kept or unknown stays as it is. */
export const discardObject = defineCommand({
  topic: storageCommands,
  type: 'discard-object.v1',
  request: objectName,
  reply: z.object({ discarded: z.boolean() }),
});

/** What {@link discardObject} is answered with. */
export type DiscardedObject = z.infer<typeof discardObject.reply>;

/**
 * Deletes an object within seconds, kept or not; one that is unknown is gone already. For who alone refers to it, as a record to its
 * conversation: images belong to all who name them.
 */
export const removeObject = defineCommand({
  topic: storageCommands,
  type: 'remove-object.v1',
  request: objectName,
  reply: z.object({ removed: z.boolean() }),
});

/** What {@link removeObject} is answered with. */
export type RemovedObject = z.infer<typeof removeObject.reply>;
