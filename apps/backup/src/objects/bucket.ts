import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { bucketConnection, type BucketSettings } from '@earshot/service-kit';
import { Client } from 'minio';

/** An open object of the bucket. */
export interface OpenObject {
  readonly content: Readable;
  readonly contentType: string | null;
}

/** The bucket, as the backup reads and fills it. */
export class Bucket {
  readonly #client: Client;
  readonly #name: string;

  constructor(settings: BucketSettings) {
    this.#client = new Client(bucketConnection(settings));
    this.#name = settings.s3Bucket;
  }

  /** The keys of all objects. */
  async *keys(): AsyncGenerator<string> {
    for await (const { name } of this.#client.listObjectsV2(this.#name, '', true) as AsyncIterable<{ name?: string }>)
      if (name !== undefined) yield name;
  }

  /** Opens an object; null if it was deleted. */
  async open(key: string): Promise<OpenObject | null> {
    try {
      const content = await this.#client.getObject(this.#name, key);
      const { headers } = content as Readable & { headers?: Record<string, string> };
      return { content, contentType: headers?.['content-type'] ?? null };
    } catch (error) {
      if ((error as { code?: string }).code === 'NoSuchKey') return null;
      throw error;
    }
  }

  /** Uploads a file. */
  async put(key: string, path: string, size: number, contentType: string | null): Promise<void> {
    const type = contentType === null ? {} : { 'Content-Type': contentType };
    await this.#client.putObject(this.#name, key, createReadStream(path), size, type);
  }
}
