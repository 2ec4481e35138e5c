import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, overloaded } from '@earshot/errors';
import { BucketBytes, type ByteRange } from './bucket-bytes.js';
import { Source } from './source.js';
import { storageAway } from './storage-away.js';
import { Turns } from './turns.js';

/** 64 MiB at 20 Mbit/s, which is far less than a cluster has; the wait for its turn included. */
const transferDeadlineMs = 30_000;

/** Transfers at one time of what is whole in memory. */
const transfers = 16;

/** How many more may wait; each of them holds a request, of which there are fewer. */
const maxWaitingTransfers = 4_096;

/** From asking for an object to its first byte, and between any two pieces. */
const downloadStallMs = 15_000;

/** Downloads at one time: each holds a connection for as long as its client takes. */
const maxDownloads = 512;

/** Streams that are sent at one time: each holds a connection for as long as its source takes. */
const maxStreams = 512;

/** From the last byte that was sent to the answer: as long as a busy bucket takes to write 100 MiB. */
const streamAnswerMs = 60_000;

/** Bytes that are sent as they come. */
export interface SentBytes {
  readonly bytes: AsyncIterable<Uint8Array> | Buffer;
  /** How many they are. */
  readonly size: number;
  /** Ends the transfer. */
  readonly signal: AbortSignal;
}

/** Sends bytes to the bucket and takes them from it, at addresses that the storage service gives out. */
@Injectable()
export class BucketClient implements OnApplicationShutdown {
  // undici would keep an aborted request in its own queue: none waits there.
  readonly #turns = new Turns(transfers, maxWaitingTransfers);
  readonly #wholes = new BucketBytes({
    answerMs: transferDeadlineMs,
    stallMs: transferDeadlineMs,
    connections: transfers,
  });
  readonly #downloads = new BucketBytes({ answerMs: downloadStallMs, stallMs: downloadStallMs });
  readonly #streams = new BucketBytes({ answerMs: streamAnswerMs, stallMs: streamAnswerMs });
  #downloading = 0;
  #sending = 0;

  /** Resolves once the bucket has all of it. @throws AppError `service_unavailable`, `queue_full` */
  upload(url: string, bytes: Buffer, contentType: string): Promise<void> {
    return this.#transfer(async (signal) => {
      await this.#wholes.put(url, bytes, { size: bytes.length, contentType, signal });
    });
  }

  /**
   * All of an object.
   *
   * @param length how many bytes it is to have.
   * @param given aborts when nobody waits for it any more.
   * @throws AppError `service_unavailable`, `queue_full`; the reason of the abort.
   */
  read(url: string, length: number, given?: AbortSignal): Promise<Buffer> {
    return this.#transfer(async (signal) => buffer(await this.#wholes.get(url, { length, signal })), given);
  }

  /**
   * The bytes, or those of a range, read from the bucket as fast as they are taken; to destroy the stream stops the transfer.
   *
   * @param length how many they are to be. @throws AppError `service_unavailable`, `queue_full`
   */
  async download(url: string, length: number, range?: ByteRange): Promise<Readable> {
    if (this.#downloading >= maxDownloads) throw tooManyDownloads();
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
   * Sends bytes as fast as the bucket takes them. Resolves once it has all of them; otherwise it keeps none.
   *
   * @throws AppError `service_unavailable`, `queue_full`; whatever the bytes fail with; the reason of the abort.
   */
  async send(url: string, { bytes, size, signal }: SentBytes): Promise<void> {
    if (this.#sending >= maxStreams)
      throw overloaded('queue_full', 'As many uploads are under way as may be. Try again.', 1);
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

  /** After whoever needs it has ended. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.#wholes.close(), this.#downloads.close(), this.#streams.close()]);
  }

  async #transfer<T>(work: (signal: AbortSignal) => Promise<T>, given?: AbortSignal): Promise<T> {
    const deadline = AbortSignal.timeout(transferDeadlineMs);
    const signal = given === undefined ? deadline : AbortSignal.any([given, deadline]);
    try {
      return await this.#turns.run(() => work(signal), signal);
    } catch (cause) {
      given?.throwIfAborted();
      throw cause instanceof AppError ? cause : storageAway(cause);
    }
  }
}

function tooManyDownloads(): AppError {
  return overloaded('queue_full', 'As many downloads are under way as may be. Try again.', 1);
}
