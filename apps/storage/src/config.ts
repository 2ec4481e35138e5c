import { baseSettings, healthSettings, loadSettings, setting, wholeNumber, type Config } from '@earshot/service-kit';
import { z } from 'zod';

const databaseSettings = {
  databaseUrl: setting(
    'DATABASE_URL',
    z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
    'PostgreSQL database with the schema storage, postgres://user:password@host:port/database.',
  ),
};

const bucketSettings = {
  s3Endpoint: setting(
    'S3_ENDPOINT',
    z
      .string()
      .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be http:// or https://, a host and maybe a port')
      .transform((text) => new URL(text)),
    'Origin of the S3 server as every service reaches it: the gateway and inference send to it and read from it too.',
  ),
  s3Region: setting('S3_REGION', z.string().min(1).default('us-east-1'), 'Region of the bucket.'),
  s3Bucket: setting('S3_BUCKET', z.string().min(3).max(63), 'The bucket, which exists.'),
  s3AccessKey: setting(
    'S3_ACCESS_KEY',
    z.string().min(1),
    'Access key that may get, put and delete objects of the bucket.',
  ),
  s3SecretKey: setting('S3_SECRET_KEY', z.string().min(1), 'Its secret.'),
};

const retentionSettings = {
  originalsDays: setting(
    'EARSHOT_DATASET_ORIGINALS_DAYS',
    z
      .string()
      .regex(/^(forever|\d{1,5})$/, "must be a number of days, or 'forever'")
      .default('forever')
      .transform((text) => (text === 'forever' ? null : Number(text))),
    'Days for which the uploaded file of a dataset is kept once it is converted, or forever; after that the recipe format is left.',
  ),
};

const quotaSettings = {
  maxProjectBytes: setting(
    'EARSHOT_MAX_PROJECT_BYTES',
    wholeNumber(0, Number.MAX_SAFE_INTEGER).default(256 * 1_073_741_824),
    'Bytes that a project may have in the bucket, unless its own quotas say otherwise.',
  ),
  maxProjectObjects: setting(
    'EARSHOT_MAX_PROJECT_OBJECTS',
    wholeNumber(0, Number.MAX_SAFE_INTEGER).default(1_000_000),
    'Images, large texts, datasets, recipes and artifacts that a project may have, unless its own quotas say otherwise.',
  ),
  maxOpenUploads: setting(
    'EARSHOT_MAX_OPEN_UPLOADS',
    wholeNumber(1, 1_000_000).default(1_000),
    'Upload sessions that a project may have open at one time, unless its own quotas say otherwise.',
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

/** The one setting that migrating needs. @throws SettingsError */
export function databaseUrlToMigrate(): string {
  return loadSettings(databaseSettings, process.env).databaseUrl;
}
