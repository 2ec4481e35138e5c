import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import type { CallContext } from '@earshot/contracts-core';
import {
  storedObject,
  type DiscardedObject,
  type LocatedObject,
  type ObjectName,
  type PreparedObject,
  type PrepareObject,
  type RemovedObject,
  type StoredObject,
} from '@earshot/contracts-storage';
import { now, type Transaction } from '@earshot/persistence';
import { ObjectStore } from '../objects/object-store.js';
import { Quotas } from '../usage/quotas.js';
import { objectIncomplete, objectNotFound, objectTooLarge } from './stored-objects.errors.js';
import { StoredObjectsRepository } from './stored-objects.repository.js';

/** Sizes of objects in the bucket by key, null for a missing one, or the error of the request. */
export type ObjectSizes = ReadonlyMap<string, PromiseSettledResult<number | null>>;

const mebibyte = 1_048_576;

/**
 * Maximum sizes in bytes. Texts come in a request body of 32 MiB, whose JSON may grow when
 * it is serialized again.
 */
const maxBytesOf: Readonly<Record<ObjectName['kind'], number>> = {
  image: 20 * mebibyte,
  conversation: 64 * mebibyte,
  completion: 64 * mebibyte,
};

/** Lifetime of an announced object that is not kept, ms: longer than any request or outage of a service. */
export const announcedForMs = 24 * 60 * 60_000;

/** Lifetime of a short-lived object, ms: with the delay of the cleanup, 10 minutes at most. */
export const shortLivedForMs = 8 * 60_000;

/** Validity of presigned URLs, s. They are used at once; this covers clock skew and a slow bucket. */
const urlValidS = 300;

/** Concurrent HEAD requests. */
const headBatch = 32;

/** Objects per transaction: at 5 s per request of the bucket, well within the 15 s of the database. */
const deletionBatch = 32;

/** Objects per statement, which takes tens of milliseconds. */
const removalBatch = 1_000;

/** The rules of objects in the bucket. */
@Injectable()
export class StoredObjectsService {
  constructor(
    private readonly objects: StoredObjectsRepository,
    private readonly quotas: Quotas,
    private readonly store: ObjectStore,
    private readonly changes: ResourceChanges,
  ) {}

  /**
   * Announces an object and presigns its upload URL. Admitted and short-lived objects are exempt from quotas.
   *
   * @throws AppError `object_too_large`, `quota_exceeded`
   */
  async prepare(tx: Transaction, request: PrepareObject): Promise<PreparedObject> {
    const { admitted = false, short_lived = false, ...object } = request;
    const maxBytes = maxBytesOf[object.kind];
    if (object.size > maxBytes) throw objectTooLarge(object, maxBytes);
    const createdAt = Date.now();
    const deleteAfter = createdAt + (short_lived ? shortLivedForMs : announcedForMs);
    const { id, kept } = await this.objects.announce(tx, {
      ...object,
      created_at: new Date(createdAt).toISOString(),
      delete_after: new Date(deleteAfter).toISOString(),
    });
    if (!kept && !admitted && !short_lived) await this.quotas.check(tx, object.project_id, ['objects', 'bytes']);
    return { id, upload_url: kept ? null : await this.store.uploadUrl(keyOf(object), urlValidS) };
  }

  /** Reads the sizes of objects from the bucket, before a transaction starts, which must not wait for the bucket. */
  async readSizes(names: readonly ObjectName[]): Promise<ObjectSizes> {
    const keys = [...new Set(names.map(keyOf))];
    const sizes = new Map<string, PromiseSettledResult<number | null>>();
    for (let from = 0; from < keys.length; from += headBatch) {
      const batch = keys.slice(from, from + headBatch);
      const results = await Promise.allSettled(batch.map((key) => this.store.sizeOf(key)));
      batch.forEach((key, index) => sizes.set(key, results[index] as PromiseSettledResult<number | null>));
    }
    return sizes;
  }

  /** Keeps an object permanently. @throws AppError `object_not_found`, `object_incomplete`, `service_unavailable` */
  async keep(tx: Transaction, name: ObjectName, sizes: ObjectSizes): Promise<StoredObject> {
    const row = await this.objects.lock(tx, name);
    if (row === null) throw objectNotFound(name);
    if (row.delete_after !== null) {
      const size = sizes.get(keyOf(name));
      if (size?.status === 'rejected') throw size.reason;
      if (size?.value !== row.size) throw objectIncomplete(name);
      await this.objects.setDeleteAfter(tx, row.id, null);
    }
    return storedObject.parse(row);
  }

  /** Presigns the download URL of an object. @throws AppError `object_not_found` */
  async locate(tx: Transaction, name: ObjectName): Promise<LocatedObject> {
    const row = await this.objects.find(tx, name);
    if (row === null) throw objectNotFound(name);
    const download_url = await this.store.downloadUrl(keyOf(name), urlValidS);
    return { ...storedObject.parse(row), kept: row.delete_after === null, download_url };
  }

  /** Marks an object for deletion unless it is kept. */
  async discard(tx: Transaction, name: ObjectName): Promise<DiscardedObject> {
    const row = await this.objects.lock(tx, name);
    if (row === null || row.delete_after === null) return { discarded: false };
    await this.objects.setDeleteAfter(tx, row.id, now());
    return { discarded: true };
  }

  /** Marks an object for deletion. Callers delete images, so that is audited; other objects go with their owner. */
  async remove(tx: Transaction, name: ObjectName, call: CallContext): Promise<RemovedObject> {
    const row = await this.objects.lock(tx, name);
    if (row === null) return { removed: false };
    await this.objects.setDeleteAfter(tx, row.id, now());
    if (name.kind === 'image') {
      const audited = { resource: 'image', resource_id: row.id, project_id: name.project_id } as const;
      const change = { ...audited, before: { filename: name.name }, after: null };
      await this.changes.audit(tx, change, call);
    }
    return { removed: true };
  }

  /** Marks some objects of a deleted project for deletion. @returns whether there may be more. */
  removeBatch(projectId: string): Promise<boolean> {
    return this.objects.transaction(
      async (tx) => (await this.objects.discardBatch(tx, projectId, removalBatch)) === removalBatch,
    );
  }

  /** Deletes some objects that are due. @returns whether there may be more. @throws AppError `service_unavailable` */
  deleteDue(at: Date): Promise<boolean> {
    return this.objects.transaction(async (tx) => {
      const rows = await this.objects.lockDue(tx, at, deletionBatch);
      await Promise.all(rows.map((row) => this.store.delete(keyOf(row))));
      await this.objects.delete(tx, rows);
      return rows.length === deletionBatch;
    });
  }
}

/** The key of an object in the bucket. */
export function keyOf({ kind, project_id, name }: ObjectName): string {
  return `${kind}s/${project_id}/${name}`;
}
