import { Injectable } from '@nestjs/common';
import type { Transaction } from '@earshot/persistence';
import { CampaignCounter } from '../campaigns/campaign-counter.service.js';
import type { ComparisonEntity } from '../database/entities/comparison.entity.js';
import { changesOf } from './comparison.js';
import { ComparisonsRepository } from './comparisons.repository.js';

/** Writes comparisons with their summaries and campaign totals. Callers hold the locks of the metrics. */
@Injectable()
export class ComparisonsWriter {
  constructor(
    private readonly comparisons: ComparisonsRepository,
    private readonly campaigns: CampaignCounter,
  ) {}

  async add(tx: Transaction, rows: readonly ComparisonEntity[]): Promise<void> {
    await this.comparisons.insert(tx, rows);
    await this.#count(tx, rows, 1);
  }

  /** Deletes comparisons. */
  async remove(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#count(tx, await this.comparisons.remove(tx, ids), -1);
  }

  async #count(tx: Transaction, rows: readonly ComparisonEntity[], sign: 1 | -1): Promise<void> {
    await this.comparisons.summarise(
      tx,
      rows.flatMap((row) => changesOf(row, sign)),
    );
    await this.campaigns.countComparisons(tx, rows, sign);
  }
}
