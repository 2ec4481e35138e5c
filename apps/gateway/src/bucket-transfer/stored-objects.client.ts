import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { CallContext, CommandContract } from '@earshot/contracts-core';
import {
  keepObject,
  locateObject,
  prepareObject,
  type LocatedObject,
  type ObjectName,
  type StoredObject,
} from '@earshot/contracts-storage';
import { AppError, overloaded } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import { v7 } from 'uuid';
import { BucketClient } from './bucket-client.js';
import type { ByteRange } from './byte-range.js';

/** As long as the storage service takes to start again. */
const commandDeadlineMs = 10_000;

/** Bytes that are to be kept, under the name by which they will be found. */
export interface NewObject {
  readonly name: ObjectName;
  readonly bytes: Buffer;
  /** Of the bytes, lower-case hex. */
  readonly sha256: string;
  readonly contentType: string;
}

/** Has bytes kept, and gets them back: the storage service says where, and they go there and come from there directly. */
@Injectable()
export class StoredObjects {
  constructor(
    private readonly lanes: LaneClient,
    private readonly bucket: BucketClient,
  ) {}

  /**
   * Puts bytes into the bucket, unless it has them, to be kept for good or for a day unless somebody keeps them.
   *
   * @throws AppError `service_unavailable`
   */
  async put({ name, bytes, sha256, contentType }: NewObject, call: CallContext): Promise<void> {
    const announced = { ...name, id: v7(), size: bytes.length, sha256, content_type: contentType };
    const { upload_url } = await this.#ask(prepareObject, announced, call);
    if (upload_url !== null) await this.bucket.upload(upload_url, bytes, contentType);
  }

  /** Keeps for good what was put. @throws AppError `service_unavailable` */
  keep(name: ObjectName, call: CallContext): Promise<StoredObject> {
    return this.#ask(keepObject, name, call);
  }

  /** @throws AppError `object_not_found`, `service_unavailable` */
  locate(name: ObjectName, call: CallContext): Promise<LocatedObject> {
    return this.#ask(locateObject, name, call);
  }

  /** The bytes, or those of a range. @throws AppError `service_unavailable`, `queue_full` */
  open({ download_url, size }: LocatedObject, range?: ByteRange): Promise<Readable> {
    return this.bucket.download(download_url, range ? range.last - range.first + 1 : size, range);
  }

  async #ask<Q extends ObjectName, R>(contract: CommandContract<Q, R>, request: Q, call: CallContext): Promise<R> {
    const key = `${request.kind}/${request.project_id}/${request.name}`;
    try {
      return await this.lanes.command(contract, request, { call, key, deadlineMs: commandDeadlineMs });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'deadline_exceeded') throw error;
      throw overloaded('service_unavailable', 'Stored files are not available at the moment. Try again.', 2, {
        cause: error,
      });
    }
  }
}
