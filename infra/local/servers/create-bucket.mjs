/** Creates the bucket if it is missing. Settings: S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET. */
import { Client } from 'minio';

const { S3_ENDPOINT = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '', S3_BUCKET = '' } = process.env;
const endpoint = new URL(S3_ENDPOINT);
const client = new Client({
  endPoint: endpoint.hostname,
  port: Number(endpoint.port),
  useSSL: endpoint.protocol === 'https:',
  accessKey: S3_ACCESS_KEY,
  secretKey: S3_SECRET_KEY,
});
if (!(await client.bucketExists(S3_BUCKET))) await client.makeBucket(S3_BUCKET);
