import type { Readable } from 'node:stream';
import { BucketBytes, storageUnavailable } from '@earshot/storage-client/bytes';

/** Timeout of a slow bucket, ms. */
const timeoutMs = 60_000;

/** Runs work with a client of the bucket. */
export async function withBucket<T>(work: (bucket: BucketBytes) => Promise<T>): Promise<T> {
  const bucket = new BucketBytes({ answerMs: timeoutMs, stallMs: timeoutMs });
  try {
    return await work(bucket);
  } finally {
    await bucket.close();
  }
}

/** Reads a stream. @throws AppError `service_unavailable` when it breaks. */
export async function* bytesOf(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>;
  } catch (cause) {
    throw storageUnavailable(cause);
  }
}
