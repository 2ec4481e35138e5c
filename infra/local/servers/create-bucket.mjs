/**
 * Creates a missing bucket and, on MinIO, its user. Idempotent; updates a changed secret.
 *
 * Settings: S3_ENDPOINT, S3_BUCKET; S3_ACCESS_KEY, S3_SECRET_KEY of an administrator; S3_USER_ACCESS_KEY,
 * S3_USER_SECRET_KEY of the user to create (empty: none, for other S3 servers).
 */
import { Client } from 'minio';
import { withRetries } from '../../retry.mjs';
import { createBucketUser } from './bucket-user.mjs';

const { S3_ENDPOINT = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '', S3_BUCKET = '' } = process.env;
const { S3_USER_ACCESS_KEY = '', S3_USER_SECRET_KEY = '' } = process.env;
const endpoint = new URL(S3_ENDPOINT);
const client = new Client({
  endPoint: endpoint.hostname,
  port: Number(endpoint.port),
  useSSL: endpoint.protocol === 'https:',
  accessKey: S3_ACCESS_KEY,
  secretKey: S3_SECRET_KEY,
});
const exists = await withRetries(() => client.bucketExists(S3_BUCKET));
if (!exists) await client.makeBucket(S3_BUCKET);
if (S3_USER_ACCESS_KEY !== '') {
  await createBucketUser(client, { bucket: S3_BUCKET, accessKey: S3_USER_ACCESS_KEY, secretKey: S3_USER_SECRET_KEY });
}
