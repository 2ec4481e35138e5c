import { loadSettings, type BucketSettings } from '@earshot/service-kit';
import { settings } from '../src/config.js';

const { s3Endpoint, s3Region, s3Bucket, s3AccessKey, s3SecretKey } = settings;

/** The bucket that the suites are given. */
export function bucketSettings(): BucketSettings {
  return loadSettings({ s3Endpoint, s3Region, s3Bucket, s3AccessKey, s3SecretKey }, process.env);
}
