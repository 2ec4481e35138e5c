import { defineCommand, id, page, pageRequest } from '@earshot/contracts-core';
import { z } from 'zod';
import { datasetFile, fileName, fileScope, locatedFile, newExport, newFile, storedFile } from './file.v1.js';
import { storageCommands } from './topics.js';

/**
 * Makes a file of an upload session, which is used up. Work on it goes on when this is answered: a dataset is converted, a recipe checked. Refused
 * with `session_not_found`, `session_incomplete`, `session_closed`, `key_taken`, `id_taken`, `file_too_large`.
 */
export const createFile = defineCommand({
  topic: storageCommands,
  type: 'create-file.v1',
  request: newFile,
  reply: storedFile,
});

/** Makes a dataset of what is on record. Work on it goes on when this is answered. Refused with `key_taken`, `id_taken`. */
export const exportDataset = defineCommand({
  topic: storageCommands,
  type: 'export-dataset.v1',
  request: newExport,
  reply: datasetFile,
});

/**
 * What became of a file that was made within the last day: itself, ready or in work, or the refusal of what it was made from
 * (`recipe_invalid`, `entry_point_missing`). Refused also with `<kind>_not_found`.
 */
export const fileOutcome = defineCommand({
  topic: storageCommands,
  type: 'file-outcome.v1',
  request: fileScope.pick({ kind: true }).extend({ id }),
  reply: storedFile,
  read: true,
});

/** One file. A recipe is looked for among those of its project, then among those of all. Refused with `<kind>_not_found`. */
export const readFile = defineCommand({
  topic: storageCommands,
  type: 'read-file.v1',
  request: fileName,
  reply: storedFile,
  read: true,
});

/** Files of a kind, the oldest first; recipes of a project with those of all. Refused with `cursor_invalid`. */
export const listFiles = defineCommand({
  topic: storageCommands,
  type: 'list-files.v1',
  request: fileScope.extend(pageRequest.shape),
  reply: page(storedFile),
  read: true,
});

/** Removes a file: at once out of sight, within seconds out of the bucket. Refused with `<kind>_not_found`. */
export const deleteFile = defineCommand({
  topic: storageCommands,
  type: 'delete-file.v1',
  request: fileName,
  reply: z.object({ id }),
});

/**
 * Where the bytes of a file are. Refused with `<kind>_not_found`; `dataset_not_ready` for what a dataset has not, or will not have;
 * `manifest_not_found` where it was uploaded; `dataset_withheld` where it has, or may have, lines of what was erased.
 */
export const locateFile = defineCommand({
  topic: storageCommands,
  type: 'locate-file.v1',
  request: fileName.extend({
    /**
     * Of a dataset: as it was uploaded or exported, or (also where that is not kept) in recipe format, or what its lines were made of. Other
     * files are as they were uploaded.
     */
    format: z.enum(['original', 'recipe', 'manifest']),
  }),
  reply: locatedFile,
  read: true,
});

/** Which file, and in which form. */
export type LocateFile = z.infer<typeof locateFile.request>;

/** Which part of which files. */
export type ListFiles = z.infer<typeof listFiles.request>;

/** What {@link listFiles} is answered with. */
export type FilePage = z.infer<typeof listFiles.reply>;
