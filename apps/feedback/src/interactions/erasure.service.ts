import { Injectable } from '@nestjs/common';
import type { UserErased } from '@earshot/contracts-interactions';
import type { Transaction } from '@earshot/persistence';
import { CampaignLedger } from '../campaigns/campaign-ledger.service.js';
import { changesOf } from '../comparisons/comparison.js';
import { ComparisonsRepository } from '../comparisons/comparisons.repository.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { ValueLedger } from '../values/value-ledger.service.js';
import { ErasureRepository, type Erased } from './erasure.repository.js';

/** A transaction of some ten milliseconds, which hinders nobody. */
const batchRows = 500;

/**
 * Forgets users: what they said, and what was said about what they were answered. In small transactions, so it can be begun again
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

  /** @throws AppError `service_unavailable` while the database is away. */
  async erase({ project_id: projectId, user: userId, erased_at }: UserErased): Promise<void> {
    const erased = { projectId, userId, erasedAt: new Date(erased_at) };
    await this.erasure.transaction((tx) => this.erasure.note(tx, erased));
    await this.#untilNone((tx) => this.#values(tx, erased));
    await this.#untilNone((tx) => this.#comparisons(tx, erased));
    await this.#untilNone((tx) => this.erasure.forgetReferences(tx, erased, batchRows));
  }

  async #untilNone(batch: (tx: Transaction) => Promise<number>): Promise<void> {
    while ((await this.erasure.transaction(batch)) > 0);
  }

  async #values(tx: Transaction, erased: Erased): Promise<number> {
    const rows = await this.erasure.values(tx, erased, batchRows);
    await this.#lock(tx, rows);
    await this.ledger.remove(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  }

  async #comparisons(tx: Transaction, erased: Erased): Promise<number> {
    const rows = await this.erasure.comparisons(tx, erased, batchRows);
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

  async #lock(tx: Transaction, rows: readonly { metric_id: string }[]): Promise<void> {
    await this.metrics.lockAll(tx, { ids: rows.map(({ metric_id }) => metric_id), keys: [] });
  }
}
