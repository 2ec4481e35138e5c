import {
  baseSettings,
  databaseSettings,
  healthSettings,
  setting,
  wholeNumber,
  type Config,
} from '@earshot/service-kit';
import { z } from 'zod';

const origin = z
  .string()
  .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be http:// or https://, a host and an optional port')
  .transform((text) => new URL(text));

const bucketSettings = {
  s3Endpoint: setting(
    'S3_ENDPOINT',
    origin,
    'Origin of the S3 server. The gateway, inference and interactions must reach it too.',
  ),
  s3Region: setting('S3_REGION', z.string().min(1).default('us-east-1'), 'Region of the bucket.'),
  s3Bucket: setting('S3_BUCKET', z.string().min(3).max(63), 'Name of an existing bucket.'),
  s3AccessKey: setting('S3_ACCESS_KEY', z.string().min(1), 'Access key with get, put and delete permission.'),
  s3SecretKey: setting('S3_SECRET_KEY', z.string().min(1), 'Secret of the access key.'),
  bucketPublicUrl: setting(
    'EARSHOT_BUCKET_PUBLIC_URL',
    origin.optional(),
    'Origin where clients reach the S3 server. Downloads then redirect there.',
  ),
};

const retentionSettings = {
  originalsDays: setting(
    'EARSHOT_DATASET_ORIGINALS_DAYS',
    z
      .string()
      .regex(/^(forever|\d{1,5})$/, "must be a number of days or 'forever'")
      .default('forever')
      .transform((text) => (text === 'forever' ? null : Number(text))),
    'Days to keep the original of a converted dataset, or forever.',
  ),
};

const quotaSettings = {
  maxProjectBytes: setting(
    'EARSHOT_MAX_PROJECT_BYTES',
    wholeNumber(0, Number.MAX_SAFE_INTEGER).default(256 * 1_073_741_824),
    'Default quota of a project: bytes in the bucket.',
  ),
  maxProjectObjects: setting(
    'EARSHOT_MAX_PROJECT_OBJECTS',
    wholeNumber(0, Number.MAX_SAFE_INTEGER).default(1_000_000),
    'Default quota of a project: images, large texts and files.',
  ),
  maxOpenUploads: setting(
    'EARSHOT_MAX_OPEN_UPLOADS',
    wholeNumber(1, 1_000_000).default(1_000),
    'Default quota of a project: open upload sessions.',
  ),
};

/** The settings of the storage service. */
export const settings = {
  ...baseSettings,
  ...healthSettings,
  ...databaseSettings,
  ...bucketSettings,
  ...retentionSettings,
  ...quotaSettings,
};

/** The values of {@link settings}. */
export type StorageConfig = Config<typeof settings>;
