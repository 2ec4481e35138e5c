import type { Contract } from '@earshot/contracts-core';
import {
  createFile,
  deleteFile,
  exportDataset,
  fileOutcome,
  listFiles,
  locateFile,
  readFile,
} from './file-commands.v1.js';
import { discardObject, keepObject, locateObject, prepareObject, removeObject } from './stored-object.v1.js';
import { readStorageUsage } from './storage-usage.v1.js';
import { storageCommands } from './topics.js';
import {
  abortUpload,
  beginUpload,
  discardUploadPieces,
  keepUploadPart,
  prepareUploadPiece,
  readUpload,
} from './upload.v1.js';
import { withholdDatasets } from './withhold-datasets.v1.js';

export {
  createFile,
  deleteFile,
  exportDataset,
  fileOutcome,
  listFiles,
  locateFile,
  readFile,
  type FilePage,
  type ListFiles,
  type LocateFile,
} from './file-commands.v1.js';
export {
  artifactFile,
  datasetFile,
  datasetSource,
  locatedFile,
  newFile,
  recipeFile,
  storedFile,
  type ArtifactFile,
  type DatasetFile,
  type DatasetSource,
  type FileName,
  type LocatedFile,
  type NewExport,
  type NewFile,
  type RecipeFile,
  type StoredFile,
} from './file.v1.js';
export {
  discardObject,
  keepObject,
  locateObject,
  objectKinds,
  objectName,
  prepareObject,
  removeObject,
  storedObject,
  type DiscardedObject,
  type LocatedObject,
  type ObjectName,
  type PreparedObject,
  type PrepareObject,
  type RemovedObject,
  type StoredObject,
} from './stored-object.v1.js';

export {
  abortUpload,
  beginUpload,
  discardUploadPieces,
  keepUploadPart,
  maxUploadParts,
  prepareUploadPiece,
  readUpload,
  uploadPart,
  uploadSession,
  uploadStates,
  type AbortedUpload,
  type BeginUpload,
  type DiscardedUploadPieces,
  type DiscardUploadPieces,
  type KeepUploadPart,
  type PreparedUploadPiece,
  type PrepareUploadPiece,
  type UploadPart,
  type UploadSession,
  type UploadSessionRef,
} from './upload.v1.js';
export { withholdDatasets, type WithholdDatasets } from './withhold-datasets.v1.js';

export { readStorageUsage, type ReadStorageUsage, type StorageUsage } from './storage-usage.v1.js';

/** The topics that the storage service owns. */
export const storageTopics = [storageCommands];

/** Every message that the storage service sends or takes. */
export const storageContracts = [
  prepareObject,
  keepObject,
  locateObject,
  discardObject,
  removeObject,
  createFile,
  exportDataset,
  fileOutcome,
  readFile,
  listFiles,
  deleteFile,
  locateFile,
  beginUpload,
  readUpload,
  prepareUploadPiece,
  keepUploadPart,
  discardUploadPieces,
  abortUpload,
  withholdDatasets,
  readStorageUsage,
] as Contract[];
