import { Module } from '@nestjs/common';
import { BucketClient } from './bucket-client.js';
import { StoredObjects } from './stored-objects.client.js';

/** What lies in the bucket, for a service that has something there. */
@Module({ providers: [BucketClient, StoredObjects], exports: [StoredObjects] })
export class StorageClientModule {}
