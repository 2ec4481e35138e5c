import { Inject, Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { auditEntryOf, auditRecorded } from '@earshot/contracts-projects';
import type {
  DiscardedObject,
  LocatedObject,
  ObjectName,
  PreparedObject,
  PrepareObject,
  RemovedObject,
  StoredObject,
} from '@earshot/contracts-storage';
import { Outbox, type Transaction } from '@earshot/persistence';
import type { ObjectStore } from '../objects/object-store.js';
import { OBJECT_STORE } from '../objects/objects.module.js';
import { Quotas } from '../usage/quotas.js';
import { announcedForMs, maxBytesOf, shortLivedForMs, urlValidS } from './object-rules.js';
import { keyOf, toRow, toStoredObject } from './stored-object.mapper.js';
import { objectIncomplete, objectNotFound, objectTooLarge } from './stored-objects.errors.js';
import { StoredObjectsRepository } from './stored-objects.repository.js';

/** What the bucket says of objects, by key: how large they are, null for none, or why it says nothing. */
export type BucketView = ReadonlyMap<string, PromiseSettledResult<number | null>>;

/** How many objects the bucket is asked for at a time. */
const askedTogether = 32;

/** How many objects are deleted in one transaction: with the bucket's deadline of 5 s well within the database's 15 s. */
const deletedTogether = 32;

/** Objects that are given up in one statement, of tens of milliseconds. */
const removedTogether = 1_000;

/** The rules of what lies in the bucket. */
@Injectable()
export class StoredObjectsService {
  constructor(
    private readonly objects: StoredObjectsRepository,
    private readonly quotas: Quotas,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * No quota refuses what was let in before, nor what is deleted after minutes. Another who announces the same to keep it is refused: it counts.
   *
   * @throws AppError `object_too_large`, `quota_exceeded`
   */
  async prepare(tx: Transaction, announced: PrepareObject): Promise<PreparedObject> {
    const maxBytes = maxBytesOf[announced.kind];
    if (announced.size > maxBytes) throw objectTooLarge(announced, maxBytes);
    const now = Date.now();
    const forMs = announced.short_lived === true ? shortLivedForMs : announcedForMs;
    const row = toRow(announced, new Date(now), new Date(now + forMs));
    const { id, kept } = await this.objects.announce(tx, row);
    const { admitted = false, short_lived = false } = announced;
    if (!kept && !admitted && !short_lived) await this.quotas.check(tx, announced.project_id, ['objects', 'bytes']);
    return { id, upload_url: kept ? null : await this.store.uploadUrl(keyOf(announced), urlValidS) };
  }

  /** Asks the bucket for all of them: before a transaction begins, which is not to wait for the bucket. */
  async look(names: readonly ObjectName[]): Promise<BucketView> {
    const keys = [...new Set(names.map(keyOf))];
    const view = new Map<string, PromiseSettledResult<number | null>>();
    for (let from = 0; from < keys.length; from += askedTogether) {
      const some = keys.slice(from, from + askedTogether);
      const sizes = await Promise.allSettled(some.map((key) => this.store.sizeOf(key)));
      some.forEach((key, index) => view.set(key, sizes[index] as PromiseSettledResult<number | null>));
    }
    return view;
  }

  /** @throws AppError `object_not_found`, `object_incomplete`; `service_unavailable` while the bucket is away. */
  async keep(tx: Transaction, name: ObjectName, view: BucketView): Promise<StoredObject> {
    const row = await this.objects.lock(tx, name);
    if (row === null) throw objectNotFound(name);
    if (row.deleteAfter !== null) {
      const seen = view.get(keyOf(name));
      if (seen?.status === 'rejected') throw seen.reason;
      if (seen?.value !== Number(row.size)) throw objectIncomplete(name);
      await this.objects.setDeleteAfter(tx, row.id, null);
    }
    return toStoredObject(row);
  }

  /** @throws AppError `object_not_found` */
  async locate(tx: Transaction, name: ObjectName): Promise<LocatedObject> {
    const row = await this.objects.find(tx, name);
    if (row === null) throw objectNotFound(name);
    const download_url = await this.store.downloadUrl(keyOf(name), urlValidS);
    return { ...toStoredObject(row), kept: row.deleteAfter === null, download_url };
  }

  async discard(tx: Transaction, name: ObjectName): Promise<DiscardedObject> {
    const row = await this.objects.lock(tx, name);
    if (row === null || row.deleteAfter === null) return { discarded: false };
    await this.objects.setDeleteAfter(tx, row.id, new Date());
    return { discarded: true };
  }

  /** Images are removed by callers, and audited; other objects go with what they belong to. */
  async remove(tx: Transaction, name: ObjectName, call: CallContext): Promise<RemovedObject> {
    const row = await this.objects.lock(tx, name);
    if (row === null) return { removed: false };
    await this.objects.setDeleteAfter(tx, row.id, new Date());
    if (name.kind === 'image') {
      const what = { resource: 'image', resource_id: row.id, project_id: name.project_id } as const;
      const change = { ...what, before: { filename: name.name }, after: null };
      await this.outbox.event(tx, auditRecorded, auditEntryOf(change, call), call);
    }
    return { removed: true };
  }

  /** Gives up some objects of a project that is gone. @returns whether there may be more. */
  removeSomeOf(projectId: string): Promise<boolean> {
    return this.objects.transaction(
      async (tx) => (await this.objects.giveUpSomeOf(tx, projectId, removedTogether)) === removedTogether,
    );
  }

  /** Deletes some of what was not kept in time. @returns whether there may be more. @throws AppError while the bucket is away. */
  deleteDue(now: Date): Promise<boolean> {
    return this.objects.transaction(async (tx) => {
      const rows = await this.objects.lockDue(tx, now, deletedTogether);
      await Promise.all(rows.map((row) => this.store.delete(keyOf(toStoredObject(row)))));
      await this.objects.delete(tx, rows);
      return rows.length === deletedTogether;
    });
  }
}
