import { overloaded } from '@earshot/errors';
import { Client } from 'minio';
import type { ObjectStore } from './object-store.js';

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

/**
 * A bucket of MinIO, or of anything else that speaks S3. The client only signs: its own requests have no deadline, so those for which
 * nobody else is there are sent from here, signed the same way.
 */
export class MinioObjectStore implements ObjectStore {
  readonly #client: Client;
  readonly #bucket: string;

  constructor({ endpoint, region, bucket, accessKey, secretKey }: BucketOptions) {
    const useSSL = endpoint.protocol === 'https:';
    const port = Number(endpoint.port) || (useSSL ? 443 : 80);
    // With the region given, signing asks nobody.
    this.#client = new Client({ endPoint: endpoint.hostname, port, useSSL, region, accessKey, secretKey });
    this.#bucket = bucket;
  }

  uploadUrl(key: string, validForS: number): Promise<string> {
    return this.#client.presignedPutObject(this.#bucket, key, validForS);
  }

  downloadUrl(key: string, validForS: number): Promise<string> {
    return this.#client.presignedGetObject(this.#bucket, key, validForS);
  }

  async sizeOf(key: string): Promise<number | null> {
    const answer = await this.#send('HEAD', key);
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw bucketAway(`HEAD was answered with ${answer.status}`);
    return Number(answer.headers.get('content-length'));
  }

  async delete(key: string): Promise<void> {
    const { status } = await this.#send('DELETE', key);
    if (status !== 204 && status !== 404) throw bucketAway(`DELETE was answered with ${status}`);
  }

  async #send(method: string, key: string): Promise<Response> {
    const url = await this.#client.presignedUrl(method, this.#bucket, key, ownRequestValidS);
    try {
      const answer = await fetch(url, { method, signal: AbortSignal.timeout(requestDeadlineMs) });
      await answer.body?.cancel();
      return answer;
    } catch (cause) {
      throw bucketAway(cause);
    }
  }
}

function bucketAway(cause: unknown) {
  return overloaded('service_unavailable', 'Stored files are not available at the moment. Try again.', 2, { cause });
}
