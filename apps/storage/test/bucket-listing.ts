import { Client } from 'minio';
import { bucketSettings } from './bucket.js';

/**
 * What lies in the suites' bucket under a prefix, and what is being made of parts there. The service itself never
 * lists.
 */
export async function listBucket(prefix: string): Promise<string[]> {
  const { s3Endpoint, s3AccessKey, s3SecretKey, s3Bucket: bucket, s3Region: region } = bucketSettings();
  const client = new Client({
    endPoint: s3Endpoint.hostname,
    port: Number(s3Endpoint.port),
    useSSL: false,
    accessKey: s3AccessKey,
    secretKey: s3SecretKey,
    region,
  });
  const keys: string[] = [];
  for await (const item of client.listObjectsV2(bucket, prefix, true)) keys.push((item as { name: string }).name);
  for await (const item of client.listIncompleteUploads(bucket, prefix, true)) {
    keys.push(`${(item as { key: string }).key} (incomplete)`);
  }
  return keys;
}
