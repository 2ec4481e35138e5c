import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import type { LocatedObject, ObjectName, StoredObject } from '@earshot/contracts-storage';
import type { ImageResponse } from '@earshot/dto-storage';
import { AppError, notFound } from '@earshot/errors';
import { StoredObjects, type NewObject } from '@earshot/storage-client';
import { LRUCache } from 'lru-cache';
import type { ImageStore, PictureOwner } from '../chat-completions/image-store.js';
import { bytesOf, readImage, type DecodedImage } from './image.js';

/** A few MiB of memory; an image that is met again within so many others is not asked for. */
const knownImages = 20_000;

/** How long another gateway may take an image for kept that is deleted meanwhile. */
const knownMs = 60_000;

const filenameForm = /^[0-9a-f]{64}\.(?:png|jpg|webp|gif)$/;

/** Keeps images, each once in its project under a name that is made from its content, and finds them again. */
@Injectable()
export class ImagesService implements ImageStore {
  /** Addresses of images that are kept. */
  readonly #known = new LRUCache<string, true>({ max: knownImages, ttl: knownMs });

  constructor(private readonly objects: StoredObjects) {}

  /** @throws AppError `image_invalid`, `image_too_large`, `service_unavailable` */
  async keep(dataUrl: string, { projectId, store, call }: PictureOwner): Promise<string> {
    const image = readImage(bytesOf(dataUrl));
    const object = toObject(projectId, image);
    const url = addressOf(object.name);
    if (this.#known.get(url) === true) return url;
    if (store) await this.#keep(object, call);
    else await this.objects.put({ ...object, shortLived: true }, call);
    return url;
  }

  /** Keeps an image. @throws AppError `image_invalid`, `image_too_large`, `service_unavailable` */
  async add(projectId: string, bytes: Buffer, call: CallContext): Promise<ImageResponse> {
    const image = readImage(bytes);
    const object = toObject(projectId, image);
    const { id } = await this.#keep(object, call);
    const { name } = object;
    return { id, filename: name.name, url: addressOf(name), content_type: image.contentType, size: bytes.length };
  }

  /** @throws AppError `image_not_found`, `service_unavailable` */
  async locate(projectId: string, filename: string, call: CallContext): Promise<LocatedObject> {
    if (!filenameForm.test(filename)) throw notFound('image', filename);
    try {
      const image = await this.objects.locate({ kind: 'image', project_id: projectId, name: filename }, call);
      if (image.kept) return image;
    } catch (error) {
      throw error instanceof AppError && error.code === 'object_not_found' ? notFound('image', filename) : error;
    }
    throw notFound('image', filename);
  }

  /** From the answer on nobody gets it; within seconds it is gone. @throws AppError `image_not_found`, `service_unavailable` */
  async delete(projectId: string, filename: string, call: CallContext): Promise<void> {
    await this.locate(projectId, filename, call);
    const name: ObjectName = { kind: 'image', project_id: projectId, name: filename };
    await this.objects.remove(name, call);
    this.#known.delete(addressOf(name));
  }

  async #keep(object: NewObject, call: CallContext): Promise<StoredObject> {
    await this.objects.put(object, call);
    const kept = await this.objects.keep(object.name, call);
    this.#known.set(addressOf(object.name), true);
    return kept;
  }
}

function toObject(projectId: string, { bytes, contentType, extension }: DecodedImage): NewObject {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: { kind: 'image', project_id: projectId, name: `${sha256}.${extension}` }, bytes, sha256, contentType };
}

function addressOf({ project_id, name }: ObjectName): string {
  return `/images/${project_id}/${name}`;
}
