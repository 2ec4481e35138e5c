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
import { storageUnavailable } from './bucket-bytes.js';
import { StorageCommands } from './storage-commands.js';
import { abortable } from './abortable.js';

/** An object to upload. */
export interface NewObject {
  readonly name: ObjectName;
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string;
  readonly contentType: string;
  /** true: deleted after 8 minutes unless it is kept. */
  readonly shortLived?: boolean;
  /** true: exempt from quotas. */
  readonly admitted?: boolean;
}

/** A downloaded object. */
export interface LoadedObject {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Describes bytes for an upload. */
export function newObject(name: ObjectName, bytes: Buffer, contentType: string): NewObject {
  return { name, bytes, sha256: sha256Of(bytes), contentType };
}

/**
 * Describes JSON for an upload. Its name includes a hash, so that new content never replaces old content.
 *
 * @param id unique in the project and kind, apart from versions.
 */
export function newVersion(kind: ObjectName['kind'], projectId: string, id: string, json: Buffer): NewObject {
  const sha256 = sha256Of(json);
  const name = { kind, project_id: projectId, name: `${id}.${sha256.slice(0, 16)}.json` };
  return { name, bytes: json, sha256, contentType: 'application/json' };
}

/** Stores and reads objects: the storage service presigns URLs, the bytes go to and from the bucket directly. */
@Injectable()
export class StoredObjects {
  constructor(
    private readonly commands: StorageCommands,
    private readonly bucket: BucketClient,
  ) {}

  /**
   * Uploads an object unless the bucket has it. It is deleted after a day, or after 8 minutes if short-lived, unless
   * kept.
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
    const { upload_url } = await this.#send(prepareObject, announced, call);
    if (upload_url !== null) await this.bucket.upload(upload_url, bytes, contentType);
  }

  /**
   * Keeps an uploaded object permanently.
   * @throws AppError `object_not_found`, `object_incomplete`, `service_unavailable`
   */
  keep(name: ObjectName, call: CallContext): Promise<StoredObject> {
    return this.#send(keepObject, name, call);
  }

  /** Deletes an object that is not kept. @throws AppError `service_unavailable` */
  async discard(name: ObjectName, call: CallContext): Promise<void> {
    await this.#send(discardObject, name, call);
  }

  /** Deletes an object, whether it is kept or not. @throws AppError `service_unavailable` */
  async remove(name: ObjectName, call: CallContext): Promise<void> {
    await this.#send(removeObject, name, call);
  }

  /** Presigns the download URL of an object. @throws AppError `object_not_found`, `service_unavailable` */
  locate(name: ObjectName, call: CallContext): Promise<LocatedObject> {
    return this.#send(locateObject, name, call);
  }

  /** Streams an object or a range of it. @throws AppError `service_unavailable`, `queue_full` */
  open({ download_url, size }: Pick<LocatedObject, 'download_url' | 'size'>, range?: ByteRange): Promise<Readable> {
    return this.bucket.download(download_url, range ? range.last - range.first + 1 : size, range);
  }

  /**
   * Reads a whole object and verifies its SHA-256.
   *
   * @param signal cancels the transfer.
   * @throws AppError `object_not_found`, `service_unavailable`, `queue_full`; the reason of the abort.
   */
  async load(name: ObjectName, call: CallContext, signal?: AbortSignal): Promise<LoadedObject> {
    signal?.throwIfAborted();
    const { download_url, size, sha256, content_type } = await abortable(this.locate(name, call), signal);
    const bytes = await this.bucket.read(download_url, size, signal);
    if (sha256Of(bytes) !== sha256) throw storageUnavailable(new Error('the object does not match its SHA-256'));
    return { bytes, contentType: content_type };
  }

  #send<Q extends ObjectName, R>(contract: CommandContract<Q, R>, request: Q, call: CallContext): Promise<R> {
    return this.commands.send(contract, request, {
      call,
      key: `${request.kind}/${request.project_id}/${request.name}`,
    });
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
