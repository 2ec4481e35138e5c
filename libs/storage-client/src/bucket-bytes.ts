import type { Readable } from 'node:stream';
import { overloaded, type AppError } from '@earshot/errors';
import { Agent, request, type Dispatcher } from 'undici';
import { inBucketSpan } from './bucket-span.js';

/** A byte range; `first` and `last` are inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Timeouts and concurrency of transfers. */
export interface TransferLimits {
  /** Timeout from the last byte of the request to the first byte of the response, ms. */
  readonly answerMs: number;
  /** Timeout between two chunks of a response, ms; time in which the reader pauses does not count. */
  readonly stallMs: number;
  /** Maximum number of connections; unlimited by default. */
  readonly connections?: number;
}

/** Options of a download. */
export interface DownloadOptions {
  /** The whole object by default. */
  readonly range?: ByteRange;
  /** Expected number of bytes, if known. */
  readonly length?: number;
  /** Cancels the transfer. */
  readonly signal?: AbortSignal;
}

/** Options of an upload. */
export interface UploadOptions {
  /** Exact number of bytes. */
  readonly size: number;
  readonly contentType?: string;
  /** The S3 operation of the URL. Default: `PutObject`. */
  readonly as?: 'PutObject' | 'UploadPart';
  /** Cancels the transfer. */
  readonly signal?: AbortSignal;
}

/** A bucket in the same cluster accepts a connection within milliseconds. */
const connectTimeoutMs = 3_000;

/** Uploads and downloads bytes at presigned URLs of the bucket. */
export class BucketBytes {
  readonly #agent: Agent;

  constructor({ answerMs, stallMs, connections }: TransferLimits) {
    this.#agent = new Agent({
      connect: { timeout: connectTimeoutMs },
      headersTimeout: answerMs,
      bodyTimeout: stallMs,
      ...(connections !== undefined && { connections }),
    });
  }

  /** Streams an object. Destroying the stream cancels the transfer. @throws AppError `service_unavailable` */
  get(url: string, { range, length, signal }: DownloadOptions = {}): Promise<Readable> {
    return inBucketSpan('GetObject', async () => {
      const headers = range && { range: `bytes=${range.first}-${range.last}` };
      const response = await this.#request(url, { method: 'GET', headers, signal });
      const { statusCode, headers: received, body } = response;
      // Without a listener an error after the reader has gone would end the process.
      body.on('error', () => undefined);
      const asExpected = length === undefined || Number(received['content-length']) === length;
      if (statusCode === (range ? 206 : 200) && asExpected) return body;
      body.destroy();
      throw storageUnavailable(
        new Error(`GET was answered with ${statusCode} and ${String(received['content-length'])} bytes`),
      );
    });
  }

  /**
   * Uploads bytes. The bucket stores all of them or none.
   *
   * @returns the ETag. @throws AppError `service_unavailable`
   */
  put(
    url: string,
    bytes: Buffer | Readable,
    { size, contentType, as = 'PutObject', signal }: UploadOptions,
  ): Promise<string> {
    return inBucketSpan(as, async () => {
      const type = contentType !== undefined && { 'content-type': contentType };
      const headers = { 'content-length': String(size), ...type };
      const response = await this.#request(url, { method: 'PUT', headers, body: bytes, signal });
      await response.body.dump();
      if (response.statusCode !== 200)
        throw storageUnavailable(new Error(`PUT was answered with ${response.statusCode}`));
      return String(response.headers['etag']);
    });
  }

  /** Cancels all transfers. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #request(
    url: string,
    options: NonNullable<Parameters<typeof request>[1]>,
  ): Promise<Dispatcher.ResponseData<unknown>> {
    try {
      return await request(url, { ...options, dispatcher: this.#agent });
    } catch (cause) {
      throw storageUnavailable(cause);
    }
  }
}

/** The error for a storage service or bucket that does not answer. */
export function storageUnavailable(cause: unknown): AppError {
  return overloaded('service_unavailable', 'The file storage is not available. Retry the request.', 2, { cause });
}
