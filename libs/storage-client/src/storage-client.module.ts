import { Module } from '@nestjs/common';
import { BucketClient } from './bucket-client.js';
import { StorageCommands } from './storage-commands.js';
import { StoredObjects } from './stored-objects.client.js';
import { UploadSessions } from './upload-sessions.client.js';

/** Clients of the storage service and of the bucket. */
@Module({
  providers: [BucketClient, StorageCommands, StoredObjects, UploadSessions],
  exports: [BucketClient, StoredObjects, UploadSessions],
})
export class StorageClientModule {}
