import { Inject, Injectable } from '@nestjs/common';
import { interactionQuotasState, type InteractionsUsage, type UsedUpQuota } from '@earshot/contracts-interactions';
import { projectsState, type Project } from '@earshot/contracts-projects';
import { quotaExceeded, type AppError } from '@earshot/errors';
import { InjectReplica, newCallContext, type StateReplica } from '@earshot/messaging';
import { Outbox, OutboxRelay, type Transaction } from '@earshot/persistence';
import { CONFIG } from '@earshot/service-kit';
import type { InteractionsConfig } from '../config.js';
import { UsageRepository } from './usage.repository.js';

/** How many more interactions projects may have, for whoever has their counters to themselves. */
export type Room = Map<string, number>;

/** How long what was published may take to be acknowledged, ms. */
const publishDeadlineMs = 10_000;

/** How many interactions projects may have on record. */
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

  /** Keeps the counters of projects from others until the transaction ends: two writers never go over a quota together. */
  async lock(tx: Transaction, projectIds: readonly string[]): Promise<Room> {
    const used = await this.usage.lock(tx, projectIds);
    return new Map([...used].map(([projectId, count]) => [projectId, this.#limit(projectId) - count]));
  }

  /** Takes room for one interaction. @returns undefined, or why there is none. */
  take(room: Room, projectId: string): AppError | undefined {
    const id = projectId.toLowerCase();
    const left = room.get(id) ?? 0;
    if (left <= 0) return quotaExceeded('interactions', this.#limit(id));
    room.set(id, left - 1);
    return undefined;
  }

  /** As far as can be said before the counter is one's own. @throws AppError `quota_exceeded` */
  async refuseUsedUp(projectId: string): Promise<void> {
    const used = await this.usage.transaction((tx) => this.usage.find(tx, projectId));
    const limit = this.#limit(projectId);
    if (used >= limit) throw quotaExceeded('interactions', limit);
  }

  async read(tx: Transaction, projectId: string): Promise<InteractionsUsage> {
    return { interactions: { used: await this.usage.find(tx, projectId), limit: this.#limit(projectId) } };
  }

  /** Tells gateways of the projects whose quota is used up since they were told last, and of those whose is not any more. */
  async publish(): Promise<void> {
    await Promise.all([this.projects.ready, this.usedUp.ready]);
    await this.usage.fold();
    const full = new Map<string, UsedUpQuota>();
    for (const [project_id, used] of await this.usage.all()) {
      const limit = this.#limit(project_id);
      if (used >= limit) full.set(project_id, { project_id, limit });
    }
    const fresh = [...full.values()].filter(({ project_id, limit }) => this.usedUp.get(project_id)?.limit !== limit);
    const gone = [...this.usedUp.values()].map(({ project_id }) => project_id).filter((id) => !full.has(id));
    if (fresh.length === 0 && gone.length === 0) return;
    const call = newCallContext();
    await this.usage.transaction(async (tx) => {
      for (const quota of fresh) await this.outbox.state(tx, interactionQuotasState, quota, call);
      await this.outbox.tombstones(tx, interactionQuotasState, gone, call);
    });
    await this.relay.flush(publishDeadlineMs);
    await this.usedUp.fence();
  }

  #limit(projectId: string): number {
    return this.projects.get(projectId.toLowerCase())?.quotas?.interactions ?? this.config.maxProjectInteractions;
  }
}
