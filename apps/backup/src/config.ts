import {
  acceptedSecretKeysSetting,
  kafkaSettings,
  loadSettings,
  secretKeySetting,
  setting,
  type Config,
} from '@earshot/service-kit';
import { z } from 'zod';

/** The settings of the command. */
export const settings = {
  ...kafkaSettings,
  databaseUrl: setting(
    'DATABASE_ADMIN_URL',
    z.string().regex(/^postgres(ql)?:\/\//, 'must be a PostgreSQL URL, postgres://role:password@host:port/database'),
    'PostgreSQL database of all services, as its superuser, postgres://user:password@host:port/earshot.',
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    z
      .string()
      .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be http:// or https://, a host and an optional port')
      .transform((text) => new URL(text)),
    'Origin of the S3 server.',
  ),
  s3Region: setting('S3_REGION', z.string().min(1).default('us-east-1'), 'Region of the bucket.'),
  s3Bucket: setting('S3_BUCKET', z.string().min(3).max(63), 'Name of an existing bucket.'),
  s3AccessKey: setting('S3_ACCESS_KEY', z.string().min(1), 'Access key with list, get and put permission.'),
  s3SecretKey: setting('S3_SECRET_KEY', z.string().min(1), 'Its secret.'),
  secretKey: secretKeySetting,
  acceptedSecretKeys: acceptedSecretKeysSetting,
};

/** The values of {@link settings}. */
export type BackupConfig = Config<typeof settings>;

/** @throws SettingsError */
export function loadConfig(): BackupConfig {
  return loadSettings(settings, process.env);
}
