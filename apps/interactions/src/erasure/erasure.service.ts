import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
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
import { notFound } from '@earshot/errors';
import { EventFence, Outbox, type Transaction } from '@earshot/persistence';
import { createHash } from 'node:crypto';
import { ErasedCompletionsRepository, type ErasedAgain } from './erased-completions.repository.js';
import { ObjectsOfInteractions } from './objects-of-interactions.service.js';
import { ErasuresRepository, type ErasableInteraction, type Erasure } from './erasures.repository.js';

/** A command to erase an interaction. */
export interface ErasureCommand {
  readonly body: EraseInteraction;
  readonly call: CallContext;
}

/** Rows deleted in one transaction, which takes some milliseconds. */
const batchRows = 200;

/** Time after which no transaction from before an erasure can still write, ms. Statements time out after 15 s. */
const openForMs = 60_000;

/** Erases users and interactions. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly objects: ObjectsOfInteractions,
    private readonly outbox: Outbox,
    private readonly changes: ResourceChanges,
    private readonly completions: ErasedCompletionsRepository,
    private readonly fence: EventFence,
  ) {}

  /** Hides all data of a user from the commit on; {@link deleteErased} deletes it. */
  async erase(tx: Transaction, { project_id, user }: EraseUser, call: CallContext): Promise<{ erased_at: string }> {
    const erased_at = await this.erasures.add(tx, { project_id, user_id: user });
    await this.outbox.event(tx, userErased, { project_id, user, erased_at }, call);
    const change = { resource: 'user', resource_id: hashOf(project_id, user), project_id } as const;
    await this.changes.audit(tx, { ...change, before: {}, after: null }, call);
    return { erased_at };
  }

  /**
   * Finds the interactions to erase and deletes their objects in the bucket. Rows go later, since they name the
   * objects.
   *
   * @throws AppError `service_unavailable`
   */
  async beginCompletions(requests: readonly ErasureCommand[]): Promise<Map<string, ErasableInteraction[]>> {
    const found = new Map<string, ErasableInteraction[]>();
    const find = async () => {
      for (const { body } of requests) {
        if ((found.get(body.completion_id)?.length ?? 0) > 0) continue;
        found.set(body.completion_id, await this.completions.answer(body.project_id, body.completion_id));
      }
    };
    await find();
    if ([...found.values()].some((erasable) => erasable.length === 0)) {
      await this.fence.wait([interactionRecorded.topic, comparisonRecorded.topic]);
      await find();
    }
    for (const { body, call } of requests)
      await this.objects.remove(body.project_id, found.get(body.completion_id) ?? [], call);
    return found;
  }

  /**
   * Erases an interaction; returns the first result where it was erased before.
   * @param found of {@link beginCompletions}.
   * @throws AppError `completion_not_found`
   */
  async eraseCompletions(
    tx: Transaction,
    { body: { project_id, completion_id }, call }: ErasureCommand,
    found: ReadonlyMap<string, readonly ErasableInteraction[]>,
  ): Promise<ErasedInteraction> {
    const erasable = found.get(completion_id) ?? [];
    if (erasable.length === 0) {
      const earlier = await this.completions.erased(tx, project_id, completion_id);
      if (earlier === undefined) throw notFound('completion', completion_id);
      return earlier;
    }
    const completion_ids = erasable.map(({ completion_id: id }) => id);
    const erased_at = await this.completions.erase(tx, project_id, erasable);
    await this.outbox.event(tx, interactionErased, { project_id, completion_ids, erased_at }, call);
    const change = { resource: 'interaction', resource_id: completion_id, project_id } as const;
    await this.changes.audit(tx, { ...change, before: { completion_ids }, after: null }, call);
    return { completion_ids, erased_at };
  }

  /** Stores erasures from their events, which restored tables may lack. */
  async eraseAgain(tx: Transaction, events: readonly { readonly body: UserErased }[]): Promise<void> {
    for (const { body } of events) {
      const { project_id, user, erased_at } = body;
      await this.erasures.addAgain(tx, { project_id, user_id: user, erased_at: new Date(erased_at) });
    }
  }

  /**
   * Finds rows of completions that were erased before and deletes their objects. Expired ones expire again by
   * themselves.
   *
   * @throws AppError `service_unavailable`
   */
  async beginAgain(events: readonly { body: InteractionErased; call: CallContext }[]): Promise<ErasedAgain[]> {
    const found: ErasedAgain[] = [];
    for (const { body, call } of events) {
      if (body.expired === true) continue;
      const erasable = await this.completions.existing(body.project_id, body.completion_ids);
      await this.objects.remove(body.project_id, erasable, call);
      found.push({ ...body, erasable });
    }
    return found;
  }

  /** @param found of {@link beginAgain} */
  async eraseCompletionsAgain(tx: Transaction, found: readonly ErasedAgain[]): Promise<void> {
    for (const one of found) await this.completions.eraseAgain(tx, one);
  }

  /** Deletes all data of erased users. Several processes may do so at once. @throws AppError `service_unavailable` */
  async deleteErased(call: CallContext, signal: AbortSignal): Promise<void> {
    for (const erasure of await this.erasures.pending()) {
      if (signal.aborted) return;
      await this.#deleteErased(erasure, call, signal);
    }
  }

  async #deleteErased(erasure: Erasure, call: CallContext, signal: AbortSignal): Promise<void> {
    for (let erasable = await this.#next(erasure); erasable.length > 0; erasable = await this.#next(erasure)) {
      if (signal.aborted) return;
      // The bucket first: the rows name its objects.
      await this.objects.remove(erasure.project_id, erasable, call);
      await this.erasures.delete(erasure.project_id, erasable);
    }
    for (const table of ['feedback_values', 'preferences'] as const)
      while ((await this.erasures.deleteBatch(table, erasure, batchRows)) === batchRows) if (signal.aborted) return;
    if (Date.now() - erasure.erased_at.getTime() > openForMs) await this.erasures.complete(erasure);
  }

  #next(erasure: Erasure): Promise<ErasableInteraction[]> {
    return this.erasures.erasable(erasure, batchRows);
  }
}

/** The audit log keeps the hash alone: it does not name erased users, and a known user's entry can be found. */
function hashOf(projectId: string, user: string): string {
  return createHash('sha256').update(`${projectId}/${user}`).digest('hex');
}
