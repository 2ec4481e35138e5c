import { Module } from '@nestjs/common';
import { CONFIG } from '@earshot/service-kit';
import type { StorageConfig } from '../config.js';
import { MinioObjectStore } from './minio-object-store.js';

/** The token of the process's {@link ObjectStore}. */
export const OBJECT_STORE = Symbol('earshot.object-store');

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

/** The bucket, for whoever keeps something in it. */
@Module({ providers: [store], exports: [OBJECT_STORE] })
export class ObjectsModule {}
