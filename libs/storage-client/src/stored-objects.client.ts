import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { CallContext, CommandContract } from '@earshot/contracts-core';
import {
  discardObject,
  keepObject,
  locateObject,
  prepareObject,
  removeObject,
  type LocatedObject,
  type ObjectName,
  type StoredObject,
} from '@earshot/contracts-storage';
import { v7 } from 'uuid';
import type { ByteRange } from './bucket-bytes.js';
import { BucketClient } from './bucket-client.js';
import { storageAway } from './storage-away.js';
import { StorageCommands } from './storage-commands.js';
import { unlessAborted } from './unless-aborted.js';

/** Bytes that are to be kept, under the name by which they will be found. */
export interface NewObject {
  readonly name: ObjectName;
  readonly bytes: Buffer;
  /** Of the bytes, lower-case hex. */
  readonly sha256: string;
  readonly contentType: string;
  /** true: deleted after minutes, where nobody keeps it. */
  readonly shortLived?: boolean;
  /** true: no quota refuses it. */
  readonly admitted?: boolean;
}

/** An object and what it is. */
export interface LoadedObject {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Bytes under a name. */
export function newObject(name: ObjectName, bytes: Buffer, contentType: string): NewObject {
  return { name, bytes, sha256: sha256Of(bytes), contentType };
}

/**
 * The object of some JSON, named by its content too: what is made again under the same ids with another content takes nothing's place.
 *
 * @param id unique in its project and kind but for that.
 */
export function newVersion(kind: ObjectName['kind'], projectId: string, id: string, json: Buffer): NewObject {
  const sha256 = sha256Of(json);
  const name = { kind, project_id: projectId, name: `${id}.${sha256.slice(0, 16)}.json` };
  return { name, bytes: json, sha256, contentType: 'application/json' };
}

/** Has bytes kept, and gets them back: the storage service says where, and they go there and come from there directly. */
@Injectable()
export class StoredObjects {
  constructor(
    private readonly commands: StorageCommands,
    private readonly bucket: BucketClient,
  ) {}

  /**
   * Puts bytes into the bucket, unless it has them, to be kept for good or for a day unless somebody keeps them; for minutes where they are short-lived.
   *
   * @throws AppError `object_too_large`, `quota_exceeded`, `service_unavailable`, `queue_full`
   */
  async put({ name, bytes, sha256, contentType, shortLived, admitted }: NewObject, call: CallContext): Promise<void> {
    const announced = {
      ...name,
      id: v7(),
      size: bytes.length,
      sha256,
      content_type: contentType,
      ...(shortLived === true && { short_lived: true }),
      ...(admitted === true && { admitted: true }),
    };
    const { upload_url } = await this.#ask(prepareObject, announced, call);
    if (upload_url !== null) await this.bucket.upload(upload_url, bytes, contentType);
  }

  /** Keeps for good what was put. @throws AppError `object_not_found`, `object_incomplete`, `service_unavailable` */
  keep(name: ObjectName, call: CallContext): Promise<StoredObject> {
    return this.#ask(keepObject, name, call);
  }

  /** Gives up what was put and is not kept. @throws AppError `service_unavailable` */
  async discard(name: ObjectName, call: CallContext): Promise<void> {
    await this.#ask(discardObject, name, call);
  }

  /** Deletes an object, kept or not. @throws AppError `service_unavailable` */
  async remove(name: ObjectName, call: CallContext): Promise<void> {
    await this.#ask(removeObject, name, call);
  }

  /** @throws AppError `object_not_found`, `service_unavailable` */
  locate(name: ObjectName, call: CallContext): Promise<LocatedObject> {
    return this.#ask(locateObject, name, call);
  }

  /** The bytes, or those of a range. @throws AppError `service_unavailable`, `queue_full` */
  open({ download_url, size }: Pick<LocatedObject, 'download_url' | 'size'>, range?: ByteRange): Promise<Readable> {
    return this.bucket.download(download_url, range ? range.last - range.first + 1 : size, range);
  }

  /**
   * All of an object, as it was announced to the byte.
   *
   * @param signal aborts when nobody waits for it any more.
   * @throws AppError `object_not_found`, `service_unavailable`, `queue_full`; the reason of the abort.
   */
  async load(name: ObjectName, call: CallContext, signal?: AbortSignal): Promise<LoadedObject> {
    signal?.throwIfAborted();
    const { download_url, size, sha256, content_type } = await unlessAborted(this.locate(name, call), signal);
    const bytes = await this.bucket.read(download_url, size, signal);
    if (sha256Of(bytes) !== sha256) throw storageAway(new Error('the bytes are not those announced'));
    return { bytes, contentType: content_type };
  }

  #ask<Q extends ObjectName, R>(contract: CommandContract<Q, R>, request: Q, call: CallContext): Promise<R> {
    return this.commands.ask(contract, request, { call, key: `${request.kind}/${request.project_id}/${request.name}` });
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
