export { piecesOf, storageUnavailable, type ByteRange } from './bytes.js';
export { attachmentOf } from './attachment.js';
export { BucketClient, type ByteStream } from './bucket-client.js';
export { StorageClientModule } from './storage-client.module.js';
export { newObject, newVersion, StoredObjects, type LoadedObject, type NewObject } from './stored-objects.client.js';
export { Semaphore } from './semaphore.js';
export { abortable } from './abortable.js';
export { UploadSessions, type SentPiece } from './upload-sessions.client.js';
