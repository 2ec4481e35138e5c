import { Client } from 'minio';
import { bucketOptions } from './bucket.js';

/** What lies in the suites' bucket under a prefix, and what is being made of parts there. The service itself never lists. */
export async function listBucket(prefix: string): Promise<string[]> {
  const { endpoint, accessKey, secretKey, bucket, region } = bucketOptions();
  const port = Number(endpoint.port);
  const client = new Client({ endPoint: endpoint.hostname, port, useSSL: false, accessKey, secretKey, region });
  const keys: string[] = [];
  for await (const item of client.listObjectsV2(bucket, prefix, true)) keys.push((item as { name: string }).name);
  for await (const item of client.listIncompleteUploads(bucket, prefix, true)) {
    keys.push(`${(item as { key: string }).key} (incomplete)`);
  }
  return keys;
}
