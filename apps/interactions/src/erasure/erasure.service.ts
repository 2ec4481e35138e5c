import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { userErased, type EraseUser } from '@earshot/contracts-interactions';
import { Outbox, type Transaction } from '@earshot/persistence';
import { StoredObjects } from '@earshot/storage-client';
import { ErasuresRepository, type DoomedInteraction, type Erasure } from './erasures.repository.js';

/** Deleted together: a transaction of some milliseconds. */
const batchRows = 200;

/**
 * How long an erasure stays open, ms: a transaction that began before it may still bring something of the user's, and none of the service's
 * lasts longer than its statements may, 15 s.
 */
const openForMs = 60_000;

/** Erases what users said and were answered. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly objects: StoredObjects,
    private readonly outbox: Outbox,
  ) {}

  /** From the commit on nothing of the user's can be read; it is deleted by {@link carryOut}. */
  async erase(tx: Transaction, { project_id, user }: EraseUser, call: CallContext): Promise<{ erased_at: string }> {
    const erased_at = await this.erasures.add(tx, { projectId: project_id, userId: user });
    await this.outbox.event(tx, userErased, { project_id, user, erased_at }, call);
    return { erased_at };
  }

  /** Deletes what is left of all who were erased. Several processes may do so at once. @throws AppError while something is away. */
  async carryOut(call: CallContext, signal: AbortSignal): Promise<void> {
    for (const erasure of await this.erasures.pending()) {
      if (signal.aborted) return;
      await this.#carryOut(erasure, call, signal);
    }
  }

  async #carryOut(erasure: Erasure, call: CallContext, signal: AbortSignal): Promise<void> {
    for (let doomed = await this.#some(erasure); doomed.length > 0; doomed = await this.#some(erasure)) {
      if (signal.aborted) return;
      // First the bucket: a row that is there still knows what else has to go.
      await this.#removeObjects(erasure.projectId, doomed, call);
      await this.erasures.delete(erasure.projectId, doomed);
    }
    while ((await this.erasures.deleteFeedback(erasure, batchRows)) === batchRows) if (signal.aborted) return;
    while ((await this.erasures.deletePreferences(erasure, batchRows)) === batchRows) if (signal.aborted) return;
    if (Date.now() - erasure.erasedAt.getTime() > openForMs) await this.erasures.settle(erasure);
  }

  #some(erasure: Erasure): Promise<DoomedInteraction[]> {
    return this.erasures.doomed(erasure, batchRows);
  }

  async #removeObjects(projectId: string, doomed: readonly DoomedInteraction[], call: CallContext): Promise<void> {
    const namesOf = (of: 'conversation' | 'answers') => new Set(doomed.flatMap(({ record }) => record[of]?.name ?? []));
    const remove = (kind: 'conversation' | 'completion') => (name: string) =>
      this.objects.remove({ kind, project_id: projectId, name }, call);
    await Promise.all([
      ...[...namesOf('conversation')].map(remove('conversation')),
      ...[...namesOf('answers')].map(remove('completion')),
    ]);
  }
}
