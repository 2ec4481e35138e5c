export { piecesOf, storageAway, type ByteRange } from './bytes.js';
export { BucketClient, type SentBytes } from './bucket-client.js';
export { StorageClientModule } from './storage-client.module.js';
export { newObject, newVersion, StoredObjects, type LoadedObject, type NewObject } from './stored-objects.client.js';
export { Turns } from './turns.js';
export { unlessAborted } from './unless-aborted.js';
export { UploadSessions, type SentPiece } from './upload-sessions.client.js';
