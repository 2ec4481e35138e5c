/**
 * Creates a missing bucket and, on MinIO, its user. Idempotent; updates a changed secret.
 *
 * Settings: S3_ENDPOINT, S3_BUCKET, S3_REGION (empty: us-east-1); S3_ACCESS_KEY, S3_SECRET_KEY of an administrator;
 * S3_USER_ACCESS_KEY, S3_USER_SECRET_KEY of the user to create (empty: none, for other S3 servers).
 */
import { Client } from 'minio';
import { withRetries } from '../../retry.mjs';
import { createBucketUser } from './bucket-user.mjs';

const { S3_ENDPOINT = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '', S3_BUCKET = '' } = process.env;
const { S3_USER_ACCESS_KEY = '', S3_USER_SECRET_KEY = '' } = process.env;
const region = process.env.S3_REGION || 'us-east-1';
const endpoint = new URL(S3_ENDPOINT);
const client = new Client({
  endPoint: endpoint.hostname,
  port: Number(endpoint.port),
  useSSL: endpoint.protocol === 'https:',
  accessKey: S3_ACCESS_KEY,
  secretKey: S3_SECRET_KEY,
  region,
});
const user = { bucket: S3_BUCKET, accessKey: S3_USER_ACCESS_KEY, secretKey: S3_USER_SECRET_KEY };

await withRetries(async () => {
  if (!(await client.bucketExists(S3_BUCKET))) await client.makeBucket(S3_BUCKET, region);
  if (user.accessKey !== '') await createBucketUser(client, user, region);
});
