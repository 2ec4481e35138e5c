import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { CallContext, CommandContract } from '@earshot/contracts-core';
import { locateObject, type LocatedObject, type ObjectName } from '@earshot/contracts-storage';
import { AppError, overloaded } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import { Agent, request } from 'undici';

/** As long as the storage service takes to start again. */
const commandDeadlineMs = 10_000;

/** A bucket in the same cluster accepts within milliseconds. */
const connectTimeoutMs = 3_000;

/** 64 MiB at 20 Mbit/s, which is less than a cluster has. */
const transferDeadlineMs = 30_000;

/** Transfers at one time; each is whole in memory. */
const connections = 32;

/** An object and what it is. */
export interface LoadedObject {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Gets what lies in the bucket: the storage service says where, and the bytes come from there directly. */
@Injectable()
export class StoredObjects implements OnApplicationShutdown {
  readonly #bucket = new Agent({ connections, connect: { timeout: connectTimeoutMs } });

  constructor(private readonly lanes: LaneClient) {}

  /** All of an object, as it was announced to the byte. @throws AppError `object_not_found`, `service_unavailable` */
  async load(name: ObjectName, call: CallContext): Promise<LoadedObject> {
    const located = await this.#ask(locateObject, name, call);
    const bytes = await this.#download(located);
    return { bytes, contentType: located.content_type };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#bucket.destroy();
  }

  async #download({ download_url, size, sha256 }: LocatedObject): Promise<Buffer> {
    try {
      const signal = AbortSignal.timeout(transferDeadlineMs);
      const { statusCode, headers, body } = await request(download_url, { dispatcher: this.#bucket, signal });
      if (statusCode !== 200 || Number(headers['content-length']) !== size) {
        body.destroy();
        throw new Error(`GET was answered with ${statusCode} and ${String(headers['content-length'])} bytes`);
      }
      const bytes = Buffer.from(await body.arrayBuffer());
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new Error('the bytes are not those announced');
      return bytes;
    } catch (cause) {
      throw storageAway(cause);
    }
  }

  async #ask<Q extends ObjectName, R>(contract: CommandContract<Q, R>, asked: Q, call: CallContext): Promise<R> {
    const key = `${asked.kind}/${asked.project_id}/${asked.name}`;
    try {
      return await this.lanes.command(contract, asked, { call, key, deadlineMs: commandDeadlineMs });
    } catch (error) {
      throw error instanceof AppError && error.code === 'deadline_exceeded' ? storageAway(error) : error;
    }
  }
}

function storageAway(cause: unknown): AppError {
  return overloaded('service_unavailable', 'Stored files are not available at the moment. Try again.', 2, { cause });
}
