import { Module } from '@nestjs/common';
import { CONFIG } from '@earshot/service-kit';
import type { StorageConfig } from '../config.js';
import { BucketHealth } from './bucket-health.js';
import { MinioObjectStore } from './minio-object-store.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';

const store = {
  provide: OBJECT_STORE,
  inject: [CONFIG],
  useFactory: ({ s3Endpoint, s3Region, s3Bucket, s3AccessKey, s3SecretKey }: StorageConfig) =>
    new MinioObjectStore({
      endpoint: s3Endpoint,
      region: s3Region,
      bucket: s3Bucket,
      accessKey: s3AccessKey,
      secretKey: s3SecretKey,
    }),
};

const health = {
  provide: BucketHealth,
  inject: [OBJECT_STORE],
  useFactory: (used: ObjectStore) => new BucketHealth(used),
};

/** The bucket. */
@Module({ providers: [store, health], exports: [OBJECT_STORE, BucketHealth] })
export class ObjectsModule {}
