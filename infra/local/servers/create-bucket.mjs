/**
 * Creates the bucket if it is missing, and of MinIO a user who may use this bucket alone. Can be repeated; a changed secret of the user holds from then on.
 *
 * Settings: S3_ENDPOINT, S3_BUCKET; S3_ACCESS_KEY, S3_SECRET_KEY of somebody who may do that; S3_USER_ACCESS_KEY, S3_USER_SECRET_KEY of the user to be:
 * where they are not set, as for another server than MinIO, none is made.
 */
import { Client } from 'minio';
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
if (!(await client.bucketExists(S3_BUCKET))) await client.makeBucket(S3_BUCKET);
if (S3_USER_ACCESS_KEY !== '') {
  await createBucketUser(client, { bucket: S3_BUCKET, accessKey: S3_USER_ACCESS_KEY, secretKey: S3_USER_SECRET_KEY });
}
