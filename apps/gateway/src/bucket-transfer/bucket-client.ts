import type { Readable } from 'node:stream';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { overloaded, type AppError } from '@earshot/errors';
import { Agent, request, type Dispatcher } from 'undici';
import type { ByteRange } from './byte-range.js';

/** A bucket in the same cluster accepts within milliseconds. */
const connectTimeoutMs = 3_000;

/** 20 MiB at 6 Mbit/s, which is far less than a cluster has. */
const uploadDeadlineMs = 30_000;

/** From asking for an object to its first byte, and between any two pieces; time in which the client reads nothing does not count. */
const downloadStallMs = 15_000;

/** Uploads at one time; each is whole in memory. Those that wait for a connection keep their own deadline. */
const uploadConnections = 16;

/** Downloads at one time: each holds a connection for as long as its client takes. */
const maxDownloads = 512;

/** Sends bytes to the bucket and takes them from it, at addresses that the storage service gives out. */
@Injectable()
export class BucketClient implements OnApplicationShutdown {
  readonly #uploads = new Agent({ connections: uploadConnections, connect: { timeout: connectTimeoutMs } });
  readonly #downloads = new Agent({
    connect: { timeout: connectTimeoutMs },
    headersTimeout: downloadStallMs,
    bodyTimeout: downloadStallMs,
  });
  #downloading = 0;

  /** Resolves once the bucket has all of it. @throws AppError `service_unavailable` */
  async upload(url: string, bytes: Buffer, contentType: string): Promise<void> {
    const answer = await answerOf(url, {
      dispatcher: this.#uploads,
      method: 'PUT',
      headers: { 'content-type': contentType },
      body: bytes,
      signal: AbortSignal.timeout(uploadDeadlineMs),
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw bucketAway(`PUT was answered with ${answer.statusCode}`);
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
      const headers = range && { range: `bytes=${range.first}-${range.last}` };
      const { statusCode, headers: got, body } = await answerOf(url, { dispatcher: this.#downloads, headers });
      if (statusCode !== (range ? 206 : 200) || Number(got['content-length']) !== length) {
        body.destroy();
        throw bucketAway(`GET was answered with ${statusCode} and ${String(got['content-length'])} bytes`);
      }
      body.once('close', () => (this.#downloading -= 1));
      return body;
    } catch (error) {
      this.#downloading -= 1;
      throw error;
    }
  }

  /** After the HTTP server has ended its answers. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.#uploads.destroy(), this.#downloads.destroy()]);
  }
}

async function answerOf(
  url: string,
  options: Parameters<typeof request>[1],
): Promise<Dispatcher.ResponseData<unknown>> {
  try {
    return await request(url, options);
  } catch (cause) {
    throw bucketAway(cause);
  }
}

function bucketAway(cause: unknown): AppError {
  return overloaded('service_unavailable', 'Stored files are not available at the moment. Try again.', 2, { cause });
}

function tooManyDownloads(): AppError {
  return overloaded('queue_full', 'As many downloads are under way as may be. Try again.', 1);
}
