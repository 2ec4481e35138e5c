import { Inject, Injectable } from '@nestjs/common';
import { interactionQuotasState, type InteractionsUsage, type UsedUpQuota } from '@earshot/contracts-interactions';
import { projectsState, type Project } from '@earshot/contracts-projects';
import { quotaExceeded, type AppError } from '@earshot/errors';
import { InjectReplica, newCallContext, type StateReplica } from '@earshot/messaging';
import { Outbox, OutboxRelay, type Transaction } from '@earshot/persistence';
import { CONFIG } from '@earshot/service-kit';
import type { InteractionsConfig } from '../config.js';
import { UsageRepository } from './usage.repository.js';

/** Interactions that projects may still store, for the transaction that locks their counters. */
export type Room = Map<string, number>;

/** Timeout of publishing, ms. */
const publishDeadlineMs = 10_000;

/** Quotas of stored interactions. */
@Injectable()
export class Quotas {
  constructor(
    private readonly usage: UsageRepository,
    private readonly outbox: Outbox,
    private readonly relay: OutboxRelay,
    @InjectReplica(projectsState) private readonly projects: StateReplica<Project>,
    @InjectReplica(interactionQuotasState) private readonly usedUp: StateReplica<UsedUpQuota>,
    @Inject(CONFIG) private readonly config: Pick<InteractionsConfig, 'maxProjectInteractions'>,
  ) {}

  /** Locks the counters of projects, so that two writers together never exceed a quota. */
  async lock(tx: Transaction, projectIds: readonly string[]): Promise<Room> {
    const used = await this.usage.lock(tx, projectIds);
    return new Map([...used].map(([projectId, count]) => [projectId, this.#limit(projectId) - count]));
  }

  /** Uses quota for one interaction. @returns the error where none is left. */
  take(room: Room, projectId: string): AppError | undefined {
    const id = projectId.toLowerCase();
    const remaining = room.get(id) ?? 0;
    if (remaining <= 0) return quotaExceeded('interactions', this.#limit(id));
    room.set(id, remaining - 1);
    return undefined;
  }

  /** Checks a quota without a lock. @throws AppError `quota_exceeded` */
  async requireRemaining(projectId: string): Promise<void> {
    const used = await this.usage.transaction((tx) => this.usage.find(tx, projectId));
    const limit = this.#limit(projectId);
    if (used >= limit) throw quotaExceeded('interactions', limit);
  }

  async read(tx: Transaction, projectId: string): Promise<InteractionsUsage> {
    return { interactions: { used: await this.usage.find(tx, projectId), limit: this.#limit(projectId) } };
  }

  /** Publishes changes of the set of used up quotas. */
  async publish(): Promise<void> {
    await Promise.all([this.projects.ready, this.usedUp.ready]);
    const full = new Map<string, UsedUpQuota>();
    for (const [project_id, used] of await this.usage.all()) {
      const limit = this.#limit(project_id);
      if (used >= limit) full.set(project_id, { project_id, limit });
    }
    const fresh = [...full.values()].filter(({ project_id, limit }) => this.usedUp.get(project_id)?.limit !== limit);
    const freed = [...this.usedUp.values()].map(({ project_id }) => project_id).filter((id) => !full.has(id));
    if (fresh.length === 0 && freed.length === 0) return;
    const call = newCallContext();
    await this.usage.transaction(async (tx) => {
      for (const quota of fresh) await this.outbox.state(tx, interactionQuotasState, quota, call);
      await this.outbox.tombstones(tx, interactionQuotasState, freed, call);
    });
    await this.relay.flush(publishDeadlineMs);
    await this.usedUp.fence();
  }

  #limit(projectId: string): number {
    return this.projects.get(projectId.toLowerCase())?.quotas?.interactions ?? this.config.maxProjectInteractions;
  }
}
