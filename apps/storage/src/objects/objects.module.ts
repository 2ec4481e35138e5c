import { Module } from '@nestjs/common';
import { BucketHealth } from './bucket-health.js';
import { ObjectStore } from './object-store.js';
import { PublicBucket } from './public-bucket.js';

/** The bucket. */
@Module({ providers: [ObjectStore, PublicBucket, BucketHealth], exports: [ObjectStore, PublicBucket, BucketHealth] })
export class ObjectsModule {}
