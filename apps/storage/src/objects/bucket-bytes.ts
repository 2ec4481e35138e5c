import type { Readable } from 'node:stream';
import { Agent, request, type Dispatcher } from 'undici';
import { storageAway, type ByteRange } from '@earshot/storage-client';
import type { TransferOptions } from './object-store.js';

/** A bucket in the same cluster accepts within milliseconds. */
const connectTimeoutMs = 3_000;

/** From asking to the first byte of the answer, and between any two pieces of it: seconds on a busy bucket. */
const silenceMs = 60_000;

/** Sends bytes to addresses of the bucket and takes them from there. */
export class BucketBytes {
  readonly #agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });

  /** @throws AppError `service_unavailable` */
  async get(url: string, range: ByteRange | undefined, { signal }: TransferOptions): Promise<Readable> {
    const headers = range && { range: `bytes=${range.first}-${range.last}` };
    const { statusCode, body } = await this.#request(url, { method: 'GET', headers, signal });
    if (statusCode === (range ? 206 : 200)) return body;
    await body.dump();
    throw storageAway(`GET was answered with ${statusCode}`);
  }

  /**
   * Sends exactly as many bytes as it says. @returns the entity tag of what was sent.
   *
   * @throws AppError `service_unavailable`
   */
  async put(
    url: string,
    bytes: Buffer | Readable,
    { size, signal }: TransferOptions & { readonly size: number },
  ): Promise<string> {
    const headers = { 'content-length': String(size) };
    const {
      statusCode,
      headers: got,
      body,
    } = await this.#request(url, { method: 'PUT', headers, body: bytes, signal });
    await body.dump();
    if (statusCode !== 200) throw storageAway(`PUT was answered with ${statusCode}`);
    return String(got['etag']);
  }

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
