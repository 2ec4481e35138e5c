import { Module } from '@nestjs/common';
import { BucketHealth } from './bucket-health.js';
import { ObjectStore } from './object-store.js';

/** The bucket. */
@Module({ providers: [ObjectStore, BucketHealth], exports: [ObjectStore, BucketHealth] })
export class ObjectsModule {}
