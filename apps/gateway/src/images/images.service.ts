import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import type { LocatedObject, ObjectName, StoredObject } from '@earshot/contracts-storage';
import type { ImageResponse } from '@earshot/dto-storage';
import { AppError, notFound, invalidRequest } from '@earshot/errors';
import { StoredObjects, type NewObject } from '@earshot/storage-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { imageTypeOf, type ImageType } from '@earshot/dto-common';
import { sendFile } from '../bucket-transfer/send-file.js';

/** Cached addresses of stored images: a few MiB of memory. */
const maxCached = 20_000;

/** Time for which a gateway may still use an image that another gateway deleted, ms. */
const cacheTtlMs = 60_000;

const filenamePattern = /^[0-9a-f]{64}\.(?:png|jpg|webp|gif)$/;

/**
 * An address never gets other content. Shared caches must not store it, because only callers with a key may read it.
 */
const headers = { 'cache-control': 'private, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' };

/** The project and lifetime of an inline image. */
export interface ImageOwner {
  readonly projectId: string;
  /** false: the request is not recorded, so the image is deleted soon after the answer. */
  readonly store: boolean;
  readonly call: CallContext;
}

/** Stores images, each once per project, under names derived from their content. */
@Injectable()
export class ImagesService {
  /** Addresses of stored images. */
  readonly #cached = new LRUCache<string, true>({ max: maxCached, ttl: cacheTtlMs });

  constructor(private readonly objects: StoredObjects) {}

  /**
   * Stores an inline image and returns its address, `/images/{project_id}/{sha256}.{ext}`.
   *
   * @param dataUrl `data:` URL in base64. @throws AppError `image_invalid`, `image_too_large`, `service_unavailable`
   */
  async store(dataUrl: string, { projectId, store, call }: ImageOwner): Promise<string> {
    const object = toObject(projectId, readImage(bytesOf(dataUrl)));
    const url = addressOf(object.name);
    if (this.#cached.get(url) === true) return url;
    if (store) await this.#store(object, call);
    else await this.objects.put({ ...object, shortLived: true }, call);
    return url;
  }

  /** Stores an uploaded image. @throws AppError `image_invalid`, `image_too_large`, `service_unavailable` */
  async add(projectId: string, bytes: Buffer, call: CallContext): Promise<ImageResponse> {
    const image = readImage(bytes);
    const object = toObject(projectId, image);
    const { id } = await this.#store(object, call);
    const { name } = object;
    return { id, filename: name.name, url: addressOf(name), content_type: image.contentType, size: bytes.length };
  }

  /** Streams an image. @throws AppError `image_not_found`, `range_not_satisfiable`, `service_unavailable` */
  async send(request: FastifyRequest, reply: FastifyReply, projectId: string, filename: string): Promise<void> {
    const image = await this.#locate(projectId, filename, request.call);
    const file = { contentType: image.content_type, size: image.size, version: image.sha256, headers };
    await sendFile(request, reply, file, (range) => this.objects.open(image, range));
  }

  /**
   * Deletes an image: it is unreadable at once, and gone from the bucket in seconds.
   * @throws AppError `image_not_found`, `service_unavailable`
   */
  async delete(projectId: string, filename: string, call: CallContext): Promise<void> {
    await this.#locate(projectId, filename, call);
    const name: ObjectName = { kind: 'image', project_id: projectId, name: filename };
    await this.objects.remove(name, call);
    this.#cached.delete(addressOf(name));
  }

  async #locate(projectId: string, filename: string, call: CallContext): Promise<LocatedObject> {
    if (!filenamePattern.test(filename)) throw notFound('image', filename);
    try {
      const image = await this.objects.locate({ kind: 'image', project_id: projectId, name: filename }, call);
      if (image.kept) return image;
    } catch (error) {
      throw error instanceof AppError && error.code === 'object_not_found' ? notFound('image', filename) : error;
    }
    throw notFound('image', filename);
  }

  async #store(object: NewObject, call: CallContext): Promise<StoredObject> {
    await this.objects.put(object, call);
    const stored = await this.objects.keep(object.name, call);
    this.#cached.set(addressOf(object.name), true);
    return stored;
  }
}

function toObject(projectId: string, { bytes, contentType, extension }: DecodedImage): NewObject {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: { kind: 'image', project_id: projectId, name: `${sha256}.${extension}` }, bytes, sha256, contentType };
}

function addressOf({ project_id, name }: ObjectName): string {
  return `/images/${project_id}/${name}`;
}

/** Largest image. */
export const imageBytes = 20 * 1_048_576;

/** An image and what it is. */
interface DecodedImage {
  readonly bytes: Buffer;
  readonly contentType: ImageResponse['content_type'];
  readonly extension: string;
}

const extensions: Readonly<Record<ImageType, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' };

/** The image that these bytes are. @throws AppError `image_invalid`, `image_too_large` */
function readImage(bytes: Buffer): DecodedImage {
  if (bytes.length === 0) throw invalid('it is empty');
  if (bytes.length > imageBytes)
    throw invalidRequest('image_too_large', `The image exceeds the limit of ${imageBytes} bytes.`);
  const type = imageTypeOf(bytes);
  if (type === null) throw invalid('expected a PNG, JPEG, WebP or GIF file');
  return { bytes, contentType: `image/${type}`, extension: extensions[type] };
}

/** The bytes of a `data:` URL in base64. */
function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}

function invalid(why: string): AppError {
  return invalidRequest('image_invalid', `The image is invalid: ${why}.`);
}
