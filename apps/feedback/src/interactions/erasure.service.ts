import { Injectable } from '@nestjs/common';
import type { InteractionErased, UserErased } from '@earshot/contracts-interactions';
import type { Transaction } from '@earshot/persistence';
import { CampaignLedger } from '../campaigns/campaign-ledger.service.js';
import { changesOf } from '../comparisons/comparison.js';
import { ComparisonsRepository } from '../comparisons/comparisons.repository.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { ValueLedger } from '../values/value-ledger.service.js';
import { ErasureRepository } from './erasure.repository.js';

/** A transaction of some ten milliseconds, which hinders nobody. */
const batchRows = 500;

/** A value or comparison that is to go. */
interface Found {
  readonly id: string;
  readonly metric_id: string;
}

/**
 * Forgets users and completions: what users said, and what was said about what they were answered. In small transactions, so it can be begun again
 * anywhere; the completions go last, since they lead to the rest.
 */
@Injectable()
export class ErasureService {
  constructor(
    private readonly erasure: ErasureRepository,
    private readonly metrics: MetricsRepository,
    private readonly ledger: ValueLedger,
    private readonly comparisons: ComparisonsRepository,
    private readonly campaigns: CampaignLedger,
  ) {}

  /** Forgets a user. @throws AppError `service_unavailable` while the database is away. */
  async erase({ project_id: projectId, user: userId, erased_at }: UserErased): Promise<void> {
    const erased = { projectId, userId, erasedAt: new Date(erased_at) };
    await this.erasure.transaction((tx) => this.erasure.note(tx, erased));
    await this.#untilNone(async (tx) => this.#values(tx, await this.erasure.values(tx, erased, batchRows)));
    await this.#untilNone(async (tx) => this.#comparisons(tx, await this.erasure.comparisons(tx, erased, batchRows)));
    await this.#untilNone((tx) => this.erasure.forgetReferences(tx, erased, batchRows));
  }

  /** Forgets completions. @throws AppError `service_unavailable` while the database is away. */
  async eraseCompletions({ project_id: projectId, completion_ids, erased_at }: InteractionErased): Promise<void> {
    const erased = { projectId, completionIds: completion_ids, erasedAt: new Date(erased_at) };
    await this.erasure.transaction((tx) => this.erasure.noteCompletions(tx, erased));
    await this.#untilNone(async (tx) => this.#values(tx, await this.erasure.valuesAbout(tx, erased, batchRows)));
    await this.#untilNone(async (tx) => this.#comparisons(tx, await this.erasure.comparisonsOf(tx, erased, batchRows)));
    await this.erasure.transaction((tx) => this.erasure.forgetCompletions(tx, erased));
  }

  async #untilNone(batch: (tx: Transaction) => Promise<number>): Promise<void> {
    while ((await this.erasure.transaction(batch)) > 0);
  }

  /** @returns how many were found. */
  async #values(tx: Transaction, rows: readonly Found[]): Promise<number> {
    await this.#lock(tx, rows);
    await this.ledger.remove(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  }

  /** @returns how many were found. */
  async #comparisons(tx: Transaction, rows: readonly Found[]): Promise<number> {
    await this.#lock(tx, rows);
    const removed = await this.comparisons.remove(
      tx,
      rows.map(({ id }) => id),
    );
    await this.comparisons.summarise(
      tx,
      removed.flatMap((comparison) => changesOf(comparison, -1)),
    );
    await this.campaigns.countComparisons(tx, removed, -1);
    return rows.length;
  }

  async #lock(tx: Transaction, rows: readonly Found[]): Promise<void> {
    await this.metrics.lockAll(tx, { ids: rows.map(({ metric_id }) => metric_id), keys: [] });
  }
}
