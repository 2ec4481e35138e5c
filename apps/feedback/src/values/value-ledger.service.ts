import { Injectable } from '@nestjs/common';
import type { Transaction } from '@earshot/persistence';
import { CampaignLedger } from '../campaigns/campaign-ledger.service.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { cellChange, settle, type CellChange, type NewValue } from './value.js';
import { ValuesRepository } from './values.repository.js';

/** Writes values, their summaries and what A/B campaigns count together. Who writes holds the locks of the metrics, so that they change one after the other. */
@Injectable()
export class ValueLedger {
  constructor(
    private readonly values: ValuesRepository,
    private readonly metrics: MetricsRepository,
    private readonly campaigns: CampaignLedger,
  ) {}

  /** Adds values that were not added before, in the order in which they came. Their metrics are locked. */
  async add(tx: Transaction, arriving: readonly NewValue[]): Promise<void> {
    if (arriving.length === 0) return;
    const { inserted, superseded, changes } = settle(await this.values.counted(tx, arriving), arriving);
    await this.values.supersede(tx, superseded);
    await this.values.insert(tx, inserted);
    await this.#count(tx, changes);
  }

  /** Counts what was said about completions under the models that they are known by now. */
  async relabel(tx: Transaction, completionIds: readonly string[]): Promise<void> {
    if (completionIds.length === 0) return;
    const about = await this.values.countedAbout(tx, completionIds);
    await this.metrics.lockAll(tx, { ids: about.map(({ metricId }) => metricId), keys: [] });
    // Once more, now that nobody changes them.
    const before = await this.values.countedAbout(tx, completionIds);
    await this.values.relabel(tx, completionIds);
    const after = await this.values.countedAbout(tx, completionIds);
    await this.#count(tx, [
      ...before.map((value) => cellChange(value, -1)),
      ...after.map((value) => cellChange(value, 1)),
    ]);
  }

  /** Takes values away for good. Their metrics are locked. */
  async remove(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const removed = await this.values.remove(tx, ids);
    await this.#count(
      tx,
      removed.map((value) => cellChange(value, -1)),
    );
  }

  async #count(tx: Transaction, changes: readonly CellChange[]): Promise<void> {
    await this.values.summarise(tx, changes);
    await this.campaigns.countValues(tx, changes);
  }
}
