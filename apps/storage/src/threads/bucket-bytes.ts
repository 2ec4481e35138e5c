import type { Readable } from 'node:stream';
import { BucketBytes, storageUnavailable } from '@earshot/storage-client/bytes';

/** A busy bucket takes seconds. */
const silenceMs = 60_000;

/** The bucket, for as long as the work takes. */
export async function withBucket<T>(work: (bucket: BucketBytes) => Promise<T>): Promise<T> {
  const bucket = new BucketBytes({ answerMs: silenceMs, stallMs: silenceMs });
  try {
    return await work(bucket);
  } finally {
    await bucket.close();
  }
}

/** What breaks off on its way is there again when the bucket is. @throws AppError `service_unavailable` */
export async function* bytesOf(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>;
  } catch (cause) {
    throw storageUnavailable(cause);
  }
}
