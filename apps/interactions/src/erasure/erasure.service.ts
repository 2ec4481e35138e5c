import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { comparisonRecorded } from '@earshot/contracts-feedback';
import {
  interactionErased,
  interactionRecorded,
  userErased,
  type ErasedInteraction,
  type EraseInteraction,
  type EraseUser,
  type InteractionErased,
  type UserErased,
} from '@earshot/contracts-interactions';
import { auditEntryOf, auditRecorded } from '@earshot/contracts-projects';
import { notFound } from '@earshot/errors';
import { EventFence, Outbox, type Transaction } from '@earshot/persistence';
import { createHash } from 'node:crypto';
import { ErasedCompletionsRepository, type ErasedAgain } from './erased-completions.repository.js';
import { ObjectsOfInteractions } from './objects-of-interactions.service.js';
import { ErasuresRepository, type DoomedInteraction, type Erasure } from './erasures.repository.js';

/** An interaction that is to be erased. */
export interface AskedErasure {
  readonly body: EraseInteraction;
  readonly call: CallContext;
}

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
    private readonly objects: ObjectsOfInteractions,
    private readonly outbox: Outbox,
    private readonly completions: ErasedCompletionsRepository,
    private readonly fence: EventFence,
  ) {}

  /** From the commit on nothing of the user's can be read; it is deleted by {@link carryOut}. */
  async erase(tx: Transaction, { project_id, user }: EraseUser, call: CallContext): Promise<{ erased_at: string }> {
    const erased_at = await this.erasures.add(tx, { projectId: project_id, userId: user });
    await this.outbox.event(tx, userErased, { project_id, user, erased_at }, call);
    const change = { resource: 'user', resource_id: hashOf(project_id, user), project_id } as const;
    await this.outbox.event(tx, auditRecorded, auditEntryOf({ ...change, before: {}, after: null }, call), call);
    return { erased_at };
  }

  /**
   * Of each that is to be erased what there is of it. Its objects in the bucket are deleted: a row that is there still knows what has to go.
   *
   * @throws AppError `service_unavailable`
   */
  async beginCompletions(asked: readonly AskedErasure[]): Promise<Map<string, DoomedInteraction[]>> {
    const found = new Map<string, DoomedInteraction[]>();
    const look = async () => {
      for (const { body } of asked) {
        if ((found.get(body.completion_id)?.length ?? 0) > 0) continue;
        found.set(body.completion_id, await this.completions.answer(body.project_id, body.completion_id));
      }
    };
    await look();
    if ([...found.values()].some((doomed) => doomed.length === 0)) {
      await this.fence.wait([interactionRecorded.topic, comparisonRecorded.topic]);
      await look();
    }
    for (const { body, call } of asked)
      await this.objects.remove(body.project_id, found.get(body.completion_id) ?? [], call);
    return found;
  }

  /** What was erased before is answered as it was then. @param found of {@link beginCompletions}. @throws AppError `completion_not_found` */
  async eraseCompletions(
    tx: Transaction,
    { body: { project_id, completion_id }, call }: AskedErasure,
    found: ReadonlyMap<string, readonly DoomedInteraction[]>,
  ): Promise<ErasedInteraction> {
    const doomed = found.get(completion_id) ?? [];
    if (doomed.length === 0) {
      const earlier = await this.completions.erased(tx, project_id, completion_id);
      if (earlier === undefined) throw notFound('completion', completion_id);
      return earlier;
    }
    const completion_ids = doomed.map(({ completion_id: id }) => id);
    const erased_at = await this.completions.erase(tx, project_id, doomed);
    await this.outbox.event(tx, interactionErased, { project_id, completion_ids, erased_at }, call);
    const change = { resource: 'interaction', resource_id: completion_id, project_id } as const;
    const before = { completion_ids };
    await this.outbox.event(tx, auditRecorded, auditEntryOf({ ...change, before, after: null }, call), call);
    return { completion_ids, erased_at };
  }

  /** Notes erasures that the tables may not have. */
  async eraseAgain(tx: Transaction, erased: readonly UserErased[]): Promise<void> {
    for (const { project_id, user, erased_at } of erased)
      await this.erasures.addAgain(tx, { projectId: project_id, userId: user, erasedAt: new Date(erased_at) });
  }

  /** Of completions that were erased what there is all the same. Its objects in the bucket are deleted. @throws AppError `service_unavailable` */
  async beginAgain(erased: readonly { body: InteractionErased; call: CallContext }[]): Promise<ErasedAgain[]> {
    const found: ErasedAgain[] = [];
    for (const { body, call } of erased) {
      const doomed = await this.completions.existing(body.project_id, body.completion_ids);
      await this.objects.remove(body.project_id, doomed, call);
      found.push({ ...body, doomed });
    }
    return found;
  }

  /** @param found of {@link beginAgain} */
  async eraseCompletionsAgain(tx: Transaction, found: readonly ErasedAgain[]): Promise<void> {
    for (const one of found) await this.completions.eraseAgain(tx, one);
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
      await this.objects.remove(erasure.projectId, doomed, call);
      await this.erasures.delete(erasure.projectId, doomed);
    }
    while ((await this.erasures.deleteFeedback(erasure, batchRows)) === batchRows) if (signal.aborted) return;
    while ((await this.erasures.deletePreferences(erasure, batchRows)) === batchRows) if (signal.aborted) return;
    if (Date.now() - erasure.erasedAt.getTime() > openForMs) await this.erasures.settle(erasure);
  }

  #some(erasure: Erasure): Promise<DoomedInteraction[]> {
    return this.erasures.doomed(erasure, batchRows);
  }
}

/** Who was erased is not said again in a log that is kept; who knows the user finds the entry. */
function hashOf(projectId: string, user: string): string {
  return createHash('sha256').update(`${projectId}/${user}`).digest('hex');
}
