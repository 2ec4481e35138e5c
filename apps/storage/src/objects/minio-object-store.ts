import { Readable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import { BucketBytes, inBucketSpan, storageUnavailable, type ByteRange } from '@earshot/storage-client/bytes';
import { bucketTransport } from './bucket-transport.js';
import { planConcatenation, type Piece } from './concatenation-plan.js';
import { MultipartClient, MultipartObject, type MultipartTools } from './multipart-object.js';
import type { ObjectStore, SourceObject, TransferOptions } from './object-store.js';

/** Where the bucket is, and who may use it. */
export interface BucketOptions {
  /** Origin as every process of the cluster reaches it: addresses that are given out begin with it. */
  readonly endpoint: URL;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  /** A secret. */
  readonly secretKey: string;
}

/** A bucket answers these requests within milliseconds: it looks one name up. */
const requestDeadlineMs = 5_000;

/** Good for one request that follows at once. */
const ownRequestValidS = 60;

/** From asking to the first byte of the answer, and between any two pieces of it: seconds on a busy bucket. */
const silenceMs = 60_000;

/**
 * A bucket of MinIO, or of anything else that speaks S3. The client signs, and speaks XML where S3 does; bytes, and requests that must have an
 * early deadline, are sent from here, signed the same way.
 */
export class MinioObjectStore implements ObjectStore, OnApplicationShutdown {
  readonly #client: MultipartClient;
  readonly #bucket: string;
  readonly #bytes = new BucketBytes({ answerMs: silenceMs, stallMs: silenceMs });

  constructor({ endpoint, region, bucket, accessKey, secretKey }: BucketOptions) {
    const useSSL = endpoint.protocol === 'https:';
    const port = Number(endpoint.port) || (useSSL ? 443 : 80);
    const transport = bucketTransport(endpoint);
    // With the region given, signing asks nobody. Whoever uses the store decides what is tried again.
    const manner = { transport, retryOptions: { disableRetry: true } };
    this.#client = new MultipartClient({
      endPoint: endpoint.hostname,
      port,
      useSSL,
      region,
      accessKey,
      secretKey,
      ...manner,
    });
    this.#bucket = bucket;
  }

  uploadUrl(key: string, validForS: number): Promise<string> {
    return this.#client.presignedPutObject(this.#bucket, key, validForS);
  }

  downloadUrl(key: string, validForS: number): Promise<string> {
    return this.#client.presignedGetObject(this.#bucket, key, validForS);
  }

  sizeOf(key: string): Promise<number | null> {
    return inBucketSpan('HeadObject', async () => {
      const answer = await this.#send('HEAD', key);
      if (answer.status === 404) return null;
      if (answer.status !== 200) throw storageUnavailable(`HEAD was answered with ${answer.status}`);
      return Number(answer.headers.get('content-length'));
    });
  }

  delete(key: string): Promise<void> {
    return inBucketSpan('DeleteObject', async () => {
      const { status } = await this.#send('DELETE', key);
      if (status !== 204 && status !== 404) throw storageUnavailable(`DELETE was answered with ${status}`);
    });
  }

  async read(key: string, options: TransferOptions & { range?: ByteRange } = {}): Promise<Readable> {
    const url = await this.downloadUrl(key, ownRequestValidS);
    return this.#bytes.get(url, options);
  }

  async clear(key: string): Promise<void> {
    await MultipartObject.abortAll({ client: this.#client, bucket: this.#bucket }, key);
    await this.delete(key);
  }

  async concatenate(key: string, sources: readonly SourceObject[], transfer: TransferOptions = {}): Promise<void> {
    const total = sources.reduce((sum, { size }) => sum + size, 0);
    if ((await this.sizeOf(key)) === total) return;
    const tools: MultipartTools = { client: this.#client, bytes: this.#bytes, bucket: this.#bucket };
    const object = await MultipartObject.beginOrGoOn(tools, key, transfer);
    for (const { pieces, size } of planConcatenation(sources)) {
      if (object.isThere(size)) continue;
      const [only, ...more] = pieces;
      if (only !== undefined && more.length === 0) await object.copy(only);
      else await object.send(Readable.from(this.#readAll(pieces, transfer)), size);
    }
    await object.complete();
  }

  /** Ends all transfers of bytes. */
  async onApplicationShutdown(): Promise<void> {
    await this.#bytes.close();
  }

  async *#readAll(pieces: readonly Piece[], transfer: TransferOptions): AsyncGenerator<Buffer> {
    for (const { key, ...range } of pieces) {
      yield* (await this.read(key, { ...transfer, range })) as AsyncIterable<Buffer>;
    }
  }

  async #send(method: string, key: string): Promise<Response> {
    const url = await this.#client.presignedUrl(method, this.#bucket, key, ownRequestValidS);
    try {
      const answer = await fetch(url, { method, signal: AbortSignal.timeout(requestDeadlineMs) });
      await answer.body?.cancel();
      return answer;
    } catch (cause) {
      throw storageUnavailable(cause);
    }
  }
}
