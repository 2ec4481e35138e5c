export type { ByteRange } from './bucket-client.js';
export { StorageClientModule } from './storage-client.module.js';
export { newObject, StoredObjects, type LoadedObject, type NewObject } from './stored-objects.client.js';
