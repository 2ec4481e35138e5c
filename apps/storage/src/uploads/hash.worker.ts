import { bytesOf, withBucket } from '../threads/bucket-bytes.js';
import { threadWork } from '../threads/thread-work.js';
import { hashParts, type HashTask } from './parts-hash.js';

await threadWork(({ url, parts }: HashTask) =>
  withBucket(async (bucket) => hashParts(bytesOf(await bucket.get(url)), parts)),
);
