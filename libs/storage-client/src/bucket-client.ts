import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, overloaded } from '@earshot/errors';
import { BucketBytes, storageUnavailable, type ByteRange } from './bucket-bytes.js';
import { Semaphore } from './semaphore.js';

/** Deadline with the wait in the queue, ms: 64 MiB at 20 Mbit/s, far less than a cluster has. */
const transferDeadlineMs = 30_000;

/** Concurrent transfers of buffers. */
const maxTransfers = 16;

/** Transfers that may wait; the limit of open requests is lower. */
const maxWaitingTransfers = 4_096;

/** Timeout for the first byte of a download and between two chunks, ms. */
const downloadStallMs = 15_000;

/** Concurrent downloads; each holds a connection for as long as its client reads. */
const maxDownloads = 512;

/** Concurrent streamed uploads; each holds a connection for as long as its source writes. */
const maxStreams = 512;

/** Timeout for the response to an upload, ms: a busy bucket takes seconds to write 100 MiB. */
const streamResponseMs = 60_000;

/** Bytes that are uploaded as a stream. */
export interface ByteStream {
  readonly bytes: AsyncIterable<Uint8Array> | Buffer;
  /** Exact number of bytes. */
  readonly size: number;
  /** Cancels the transfer. */
  readonly signal: AbortSignal;
}

/** Uploads and downloads bytes at presigned URLs from the storage service. */
@Injectable()
export class BucketClient implements OnApplicationShutdown {
  // undici would hold an aborted request in its own queue, so requests wait here.
  readonly #semaphore = new Semaphore(maxTransfers, maxWaitingTransfers);
  readonly #buffers = new BucketBytes({
    answerMs: transferDeadlineMs,
    stallMs: transferDeadlineMs,
    connections: maxTransfers,
  });
  readonly #downloads = new BucketBytes({ answerMs: downloadStallMs, stallMs: downloadStallMs });
  readonly #streams = new BucketBytes({ answerMs: streamResponseMs, stallMs: streamResponseMs });
  #downloading = 0;
  #sending = 0;

  /** Uploads a buffer. @throws AppError `service_unavailable`, `queue_full` */
  upload(url: string, bytes: Buffer, contentType: string): Promise<void> {
    return this.#transfer(async (signal) => {
      await this.#buffers.put(url, bytes, { size: bytes.length, contentType, signal });
    });
  }

  /**
   * Reads a whole object into memory.
   *
   * @param length expected number of bytes. @param given cancels the transfer.
   * @throws AppError `service_unavailable`, `queue_full`; the reason of the abort.
   */
  read(url: string, length: number, given?: AbortSignal): Promise<Buffer> {
    return this.#transfer(async (signal) => buffer(await this.#buffers.get(url, { length, signal })), given);
  }

  /**
   * Streams an object or a range of it. Destroying the stream cancels the transfer.
   *
   * @param length expected number of bytes. @throws AppError `service_unavailable`, `queue_full`
   */
  async download(url: string, length: number, range?: ByteRange): Promise<Readable> {
    if (this.#downloading >= maxDownloads) throw limitReached(maxDownloads, 'downloads');
    this.#downloading += 1;
    try {
      const bytes = await this.#downloads.get(url, { length, ...(range && { range }) });
      return bytes.once('close', () => (this.#downloading -= 1));
    } catch (error) {
      this.#downloading -= 1;
      throw error;
    }
  }

  /**
   * Uploads a stream with backpressure. The bucket stores all of the bytes or none.
   *
   * @throws AppError `service_unavailable`, `queue_full`; the error of the source; the reason of the abort.
   */
  async send(url: string, { bytes, size, signal }: ByteStream): Promise<void> {
    if (this.#sending >= maxStreams) throw limitReached(maxStreams, 'uploads');
    this.#sending += 1;
    const source = new Source(bytes);
    try {
      await this.#streams.put(url, source.body, { size, signal });
    } catch (error) {
      signal.throwIfAborted();
      source.throwIfFailed();
      throw error;
    } finally {
      this.#sending -= 1;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.#buffers.close(), this.#downloads.close(), this.#streams.close()]);
  }

  async #transfer<T>(work: (signal: AbortSignal) => Promise<T>, given?: AbortSignal): Promise<T> {
    const deadline = AbortSignal.timeout(transferDeadlineMs);
    const signal = given === undefined ? deadline : AbortSignal.any([given, deadline]);
    try {
      return await this.#semaphore.run(() => work(signal), signal);
    } catch (cause) {
      given?.throwIfAborted();
      throw cause instanceof AppError ? cause : storageUnavailable(cause);
    }
  }
}

function limitReached(limit: number, transfers: string): AppError {
  return overloaded('queue_full', `The limit of ${limit} concurrent ${transfers} is reached. Retry the request.`, 1);
}

/** A source of bytes that records its own failure, to tell it from a failure of the bucket. */
export class Source {
  readonly body: Readable | Buffer;
  #failure: { readonly reason: unknown } | undefined;

  constructor(bytes: AsyncIterable<Uint8Array> | Buffer) {
    this.body = Buffer.isBuffer(bytes) ? bytes : Readable.from(this.#watched(bytes), { objectMode: false });
  }

  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.reason;
  }

  async *#watched(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (reason) {
      this.#failure = { reason };
      throw reason;
    }
  }
}
