import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { AppError, notFound } from '@earshot/errors';
import { StoredObjects } from '@earshot/storage-client';
import { LRUCache } from 'lru-cache';
import { RemoteImages } from './remote-images.js';

/** Cache size in characters, one byte each: each turn of a conversation sends its images again. */
const cachedCharacters = 64 * 1_048_576;

/** How long an image may be used that is deleted meanwhile. */
const cachedMs = 60_000;

const addressForm = /^\/images\/([0-9a-f-]{36})\/([0-9a-f]{64}\.(?:png|jpg|webp|gif))$/;

/** Dependencies of loading an image. */
export interface ImageContext {
  readonly call: CallContext;
  readonly projectId: string;
  /** Aborts when the caller stops waiting. */
  readonly signal: AbortSignal;
}

/** Loads the images of requests: those in the bucket, and `https:` ones. */
@Injectable()
export class Images {
  readonly #cache = new LRUCache<string, string>({
    maxSize: cachedCharacters,
    ttl: cachedMs,
    sizeCalculation: (dataUrl) => dataUrl.length,
  });

  constructor(
    private readonly objects: StoredObjects,
    private readonly remote: RemoteImages,
  ) {}

  /**
   * Loads an image as a `data:` URL in base64. @param address `/images/{project_id}/{sha256}.{ext}`, or `https:`.
   * @throws AppError `image_not_found`, `image_not_fetched`, `image_too_large`, `address_not_allowed`, `queue_full`,
   * `service_unavailable`; the reason of an abort.
   */
  async load(address: string, context: ImageContext): Promise<string> {
    return address.startsWith('/') ? this.#loadStored(address, context) : this.remote.load(address, context);
  }

  async #loadStored(address: string, { call, signal }: ImageContext): Promise<string> {
    const cached = this.#cache.get(address);
    if (cached !== undefined) return cached;
    const [, project_id, name] = addressForm.exec(address) ?? [];
    if (project_id === undefined || name === undefined) throw imageNotFound(address);
    try {
      const { bytes, contentType } = await this.objects.load({ kind: 'image', project_id, name }, call, signal);
      const dataUrl = `data:${contentType};base64,${bytes.toString('base64')}`;
      this.#cache.set(address, dataUrl);
      return dataUrl;
    } catch (error) {
      throw error instanceof AppError && error.code === 'object_not_found' ? imageNotFound(address) : error;
    }
  }
}

function imageNotFound(address: string): AppError {
  return notFound('image', address, { param: 'messages' });
}
