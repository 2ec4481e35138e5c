import { loadSettings } from '@earshot/service-kit';
import { settings } from '../src/config.js';
import type { BucketOptions } from '../src/objects/minio-object-store.js';

const { s3Endpoint, s3Region, s3Bucket, s3AccessKey, s3SecretKey } = settings;

/** The bucket that the suites are given. */
export function bucketOptions(): BucketOptions {
  const given = loadSettings({ s3Endpoint, s3Region, s3Bucket, s3AccessKey, s3SecretKey }, process.env);
  return {
    endpoint: given.s3Endpoint,
    region: given.s3Region,
    bucket: given.s3Bucket,
    accessKey: given.s3AccessKey,
    secretKey: given.s3SecretKey,
  };
}
