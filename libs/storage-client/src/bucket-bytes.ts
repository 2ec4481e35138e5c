import type { Readable } from 'node:stream';
import { Agent, request, type Dispatcher } from 'undici';
import { inBucketSpan } from './bucket-span.js';
import { storageAway } from './storage-away.js';

/** Bytes from `first` to `last`, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** How long transfers may be held up. */
export interface TransferLimits {
  /** From the last byte that was sent to the first of the answer, ms. */
  readonly answerMs: number;
  /** Between any two pieces of what is taken, ms; time in which its reader takes nothing does not count. */
  readonly stallMs: number;
  /** Transfers at one time, where more than those would have to wait. */
  readonly connections?: number;
}

/** What is to be taken. */
export interface Taken {
  /** All of it where this is absent. */
  readonly range?: ByteRange;
  /** How many bytes are to come, where that is known. */
  readonly length?: number;
  /** Ends the transfer. */
  readonly signal?: AbortSignal;
}

/** What is to be sent. */
export interface Sent {
  /** Bytes, exactly. */
  readonly size: number;
  readonly contentType?: string;
  /** What the bucket makes of it, as the address says: an object unless told otherwise. */
  readonly as?: 'PutObject' | 'UploadPart';
  /** Ends the transfer. */
  readonly signal?: AbortSignal;
}

/** A bucket in the same cluster accepts within milliseconds. */
const connectTimeoutMs = 3_000;

/** Sends bytes to addresses of the bucket and takes them from there. */
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

  /** The bytes, as fast as they are taken; to destroy the stream stops the transfer. @throws AppError `service_unavailable` */
  get(url: string, { range, length, signal }: Taken = {}): Promise<Readable> {
    return inBucketSpan('GetObject', async () => {
      const headers = range && { range: `bytes=${range.first}-${range.last}` };
      const answer = await this.#request(url, { method: 'GET', headers, signal });
      const { statusCode, headers: got, body } = answer;
      // Who reads it is told of its end, and who has left it is not: an error that nobody listens for would end the process.
      body.on('error', () => undefined);
      const asExpected = length === undefined || Number(got['content-length']) === length;
      if (statusCode === (range ? 206 : 200) && asExpected) return body;
      body.destroy();
      throw storageAway(new Error(`GET was answered with ${statusCode} and ${String(got['content-length'])} bytes`));
    });
  }

  /**
   * Resolves once the bucket has all of it; otherwise it keeps none.
   *
   * @returns the entity tag of what was sent. @throws AppError `service_unavailable`
   */
  put(url: string, bytes: Buffer | Readable, { size, contentType, as = 'PutObject', signal }: Sent): Promise<string> {
    return inBucketSpan(as, async () => {
      const type = contentType !== undefined && { 'content-type': contentType };
      const headers = { 'content-length': String(size), ...type };
      const answer = await this.#request(url, { method: 'PUT', headers, body: bytes, signal });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw storageAway(new Error(`PUT was answered with ${answer.statusCode}`));
      return String(answer.headers['etag']);
    });
  }

  /** Ends all transfers. */
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
      throw storageAway(cause);
    }
  }
}
