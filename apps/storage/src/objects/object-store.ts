import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { bucketConnection, CONFIG, type BucketSettings } from '@earshot/service-kit';
import { BucketBytes, inBucketSpan, storageUnavailable, type ByteRange } from '@earshot/storage-client/bytes';
import { planConcatenation, type Piece } from './concatenation-plan.js';
import { MultipartClient, MultipartObject, type MultipartTools } from './multipart-object.js';

/** A source of a concatenation. */
export interface SourceObject {
  readonly key: string;
  /** Size in bytes, at least 1. */
  readonly size: number;
}

/** Options of long operations. */
export interface TransferOptions {
  /** Cancels the transfer. */
  readonly signal?: AbortSignal;
}

/** Deadline for HEAD and DELETE, ms. */
const requestDeadlineMs = 5_000;

/** Validity of URLs for the own requests, s. */
const ownRequestValidS = 60;

/** Timeout for the first byte of a response and between chunks, ms. Completing a large part takes seconds. */
const silenceMs = 60_000;

/**
 * A bucket of MinIO or any other S3 server. Clients transfer bytes at presigned URLs, not through this service.
 *
 * A key is a path of letters, digits and `._-/`. Writes are atomic: an object exists completely or not at all. The
 * MinIO client signs requests and handles XML. Transfers, and requests with a short deadline, use presigned URLs.
 */
@Injectable()
export class ObjectStore implements OnApplicationShutdown {
  readonly #client: MultipartClient;
  readonly #bucket: string;
  readonly #bytes = new BucketBytes({ answerMs: silenceMs, stallMs: silenceMs });

  constructor(@Inject(CONFIG) settings: BucketSettings) {
    this.#client = new MultipartClient({
      ...bucketConnection(settings),
      transport: bucketTransport(settings.s3Endpoint),
      // Callers of the store retry.
      retryOptions: { disableRetry: true },
    });
    this.#bucket = settings.s3Bucket;
  }

  /** Presigns a `PUT` that creates or replaces the object. */
  uploadUrl(key: string, validForS: number): Promise<string> {
    return this.#client.presignedPutObject(this.#bucket, key, validForS);
  }

  /** Presigns `GET` and `HEAD`, with support for `Range`; 404 when the object does not exist. */
  downloadUrl(key: string, validForS: number): Promise<string> {
    return this.#client.presignedGetObject(this.#bucket, key, validForS);
  }

  /** Size of the object in bytes; null when it does not exist. @throws AppError `service_unavailable` */
  async sizeOf(key: string): Promise<number | null> {
    const headers = await this.#head(key);
    return headers && Number(headers.get('content-length'));
  }

  /** Strong entity tag without quotes; null when object or tag do not exist. @throws AppError `service_unavailable` */
  async etagOf(key: string): Promise<string | null> {
    const headers = await this.#head(key);
    return /^"([\x21\x23-\x7e]+)"$/.exec(headers?.get('etag') ?? '')?.[1] ?? null;
  }

  /** Deletes the object if it exists. @throws AppError `service_unavailable` */
  delete(key: string): Promise<void> {
    return inBucketSpan('DeleteObject', async () => {
      const { status } = await this.#send('DELETE', key);
      if (status !== 204 && status !== 404) throw storageUnavailable(`DELETE was answered with ${status}`);
    });
  }

  /**
   * Streams the object or a range of it. Destroy a stream that is not read to its end; a stream that is not read for a
   * minute fails.
   *
   * @throws AppError `service_unavailable`, also when the object does not exist. Later failures are errors of the
   * stream.
   */
  async read(key: string, options: TransferOptions & { range?: ByteRange } = {}): Promise<Readable> {
    const url = await this.downloadUrl(key, ownRequestValidS);
    return this.#bytes.get(url, options);
  }

  /** Deletes the object and aborts incomplete multipart uploads of its key. @throws AppError `service_unavailable` */
  async clear(key: string): Promise<void> {
    await MultipartObject.abortAll({ client: this.#client, bucket: this.#bucket }, key);
    await this.delete(key);
  }

  /**
   * Concatenates objects, inside the bucket where possible. Idempotent; resumes after a crash. Callers must not run it
   * concurrently for one key.
   *
   * @param sources at least one; always the same for a key.
   * @throws AppError `service_unavailable`, also when a source does not exist.
   */
  async concatenate(key: string, sources: readonly SourceObject[], transfer: TransferOptions = {}): Promise<void> {
    const total = sources.reduce((sum, { size }) => sum + size, 0);
    if ((await this.sizeOf(key)) === total) return;
    const tools: MultipartTools = { client: this.#client, bytes: this.#bytes, bucket: this.#bucket };
    const object = await MultipartObject.createOrResume(tools, key, transfer);
    for (const { pieces, size } of planConcatenation(sources)) {
      if (object.reusePart(size)) continue;
      const [only, ...more] = pieces;
      if (only !== undefined && more.length === 0) await object.copy(only);
      else await object.send(Readable.from(this.#readAll(pieces, transfer)), size);
    }
    await object.complete();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#bytes.close();
  }

  async *#readAll(pieces: readonly Piece[], transfer: TransferOptions): AsyncGenerator<Buffer> {
    for (const { key, ...range } of pieces) {
      yield* (await this.read(key, { ...transfer, range })) as AsyncIterable<Buffer>;
    }
  }

  #head(key: string): Promise<Headers | null> {
    return inBucketSpan('HeadObject', async () => {
      const { status, headers } = await this.#send('HEAD', key);
      if (status === 404) return null;
      if (status !== 200) throw storageUnavailable(`HEAD was answered with ${status}`);
      return headers;
    });
  }

  async #send(method: string, key: string): Promise<Response> {
    const url = await this.#client.presignedUrl(method, this.#bucket, key, ownRequestValidS);
    try {
      const response = await fetch(url, { method, signal: AbortSignal.timeout(requestDeadlineMs) });
      await response.body?.cancel();
      return response;
    } catch (cause) {
      throw storageUnavailable(cause);
    }
  }
}

/**
 * Adds a timeout to the requests of the MinIO client, which has none, and fails responses that switch protocols, for
 * which Node would only close the connection.
 */
function bucketTransport({ protocol }: URL): Pick<typeof http, 'request'> {
  const { request } = protocol === 'https:' ? https : http;
  const send = (options: http.RequestOptions, onResponse: (response: http.IncomingMessage) => void) => {
    const sent = request({ ...options, timeout: silenceMs }, onResponse);
    sent.on('upgrade', (_response, socket) => {
      socket.destroy();
      sent.emit('error', new Error('the bucket switched to another protocol'));
    });
    return sent.on('timeout', () => sent.destroy(new Error(`the bucket was silent for ${silenceMs} ms`)));
  };
  return { request: send as (typeof http)['request'] };
}
