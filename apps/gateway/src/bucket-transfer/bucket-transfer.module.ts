import { Module } from '@nestjs/common';
import { BucketClient } from './bucket-client.js';
import { StoredObjects } from './stored-objects.client.js';

/** Bytes between clients and the bucket. */
@Module({ providers: [BucketClient, StoredObjects], exports: [StoredObjects] })
export class BucketTransferModule {}
