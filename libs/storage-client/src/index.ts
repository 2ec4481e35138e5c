export { BucketClient, type ByteRange, type SentBytes } from './bucket-client.js';
export { piecesOf } from './pieces-of.js';
export { StorageClientModule } from './storage-client.module.js';
export { storageAway } from './storage-away.js';
export { newObject, newVersion, StoredObjects, type LoadedObject, type NewObject } from './stored-objects.client.js';
export { Turns } from './turns.js';
export { unlessAborted } from './unless-aborted.js';
export { UploadSessions, type SentPiece } from './upload-sessions.client.js';
