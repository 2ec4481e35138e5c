import { defineCommand, id, page, pageRequest } from '@earshot/contracts-core';
import { z } from 'zod';
import { datasetFile, fileName, fileScope, locatedFile, newExport, newFile, storedFile } from './file.v1.js';
import { storageCommands } from './topics.js';

/**
 * Creates a file from an upload session, which is consumed. After the reply a dataset is converted, a recipe is
 * checked.
 *
 * Errors: `session_not_found`, `session_incomplete`, `session_closed`, `key_taken`, `id_taken`, `file_too_large`.
 */
export const createFile = defineCommand({
  topic: storageCommands,
  type: 'create-file.v1',
  request: newFile,
  reply: storedFile,
});

/** Creates a dataset of interactions, which are exported after the reply. Errors: `key_taken`, `id_taken`. */
export const exportDataset = defineCommand({
  topic: storageCommands,
  type: 'export-dataset.v1',
  request: newExport,
  reply: datasetFile,
});

/**
 * Gets a file of the last day, or the error of its processing: `recipe_invalid`, `entry_point_missing`.
 *
 * Errors: also `<kind>_not_found`.
 */
export const fileOutcome = defineCommand({
  topic: storageCommands,
  type: 'file-outcome.v1',
  request: fileScope.pick({ kind: true }).extend({ id }),
  reply: storedFile,
  read: true,
});

/** Gets a file. A recipe of the project precedes one of the installation. Errors: `<kind>_not_found`. */
export const readFile = defineCommand({
  topic: storageCommands,
  type: 'read-file.v1',
  request: fileName,
  reply: storedFile,
  read: true,
});

/** Lists files of a kind, the oldest first; recipes with those of the installation. Errors: `cursor_invalid`. */
export const listFiles = defineCommand({
  topic: storageCommands,
  type: 'list-files.v1',
  request: fileScope.extend(pageRequest.shape),
  reply: page(storedFile),
  read: true,
});

/**
 * Cancels the processing of a dataset. Its files are deleted within seconds; a cancelled dataset stays as it is.
 *
 * Errors: `dataset_not_found`; `dataset_processed` if it is ready or failed.
 */
export const cancelDataset = defineCommand({
  topic: storageCommands,
  type: 'cancel-dataset.v1',
  request: fileName.extend({ kind: z.literal('dataset'), project_id: id }),
  reply: datasetFile,
});

/** Hides a file at once and deletes its bytes within seconds. Errors: `<kind>_not_found`. */
export const deleteFile = defineCommand({
  topic: storageCommands,
  type: 'delete-file.v1',
  request: fileName,
  reply: z.object({ id }),
});

/**
 * Presigns the download of a file.
 *
 * Errors: `<kind>_not_found`; `dataset_not_ready` if the format does not exist; `manifest_not_found` for an uploaded
 * dataset; `dataset_withheld` if a dataset contains, or may contain, erased content.
 */
export const locateFile = defineCommand({
  topic: storageCommands,
  type: 'locate-file.v1',
  request: fileName.extend({
    /** Of a dataset; if its original is not kept, `original` returns the recipe format. Other files ignore it. */
    format: z.enum(['original', 'recipe', 'manifest']),
  }),
  reply: locatedFile,
  read: true,
});

/** Request of {@link cancelDataset}. */
export type CancelDataset = z.infer<typeof cancelDataset.request>;

/** Request of {@link locateFile}. */
export type LocateFile = z.infer<typeof locateFile.request>;

/** Request of {@link listFiles}. */
export type ListFiles = z.infer<typeof listFiles.request>;

/** Reply of {@link listFiles}. */
export type FilePage = z.infer<typeof listFiles.reply>;
