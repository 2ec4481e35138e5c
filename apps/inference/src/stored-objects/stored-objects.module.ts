import { Module } from '@nestjs/common';
import { StoredObjects } from './stored-objects.client.js';

/** What lies in the bucket, for whoever needs it. */
@Module({ providers: [StoredObjects], exports: [StoredObjects] })
export class StoredObjectsModule {}
