import { Injectable } from '@nestjs/common';
import type { Transaction } from '@earshot/persistence';
import { CampaignCounter } from '../campaigns/campaign-counter.service.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { summaryChange, feedbackChanges, type SummaryChange, type NewFeedback } from './feedback.js';
import { FeedbackRepository } from './feedback.repository.js';
import { SummaryCellsRepository } from './summary-cells.repository.js';

/** Writes feedback with its summaries and campaign totals. Callers hold the locks of the metrics. */
@Injectable()
export class FeedbackWriter {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly cells: SummaryCellsRepository,
    private readonly metrics: MetricsRepository,
    private readonly campaigns: CampaignCounter,
  ) {}

  /** Adds new feedback. */
  async add(tx: Transaction, added: readonly NewFeedback[]): Promise<void> {
    if (added.length === 0) return;
    const { inserted, superseded, changes } = feedbackChanges(await this.feedback.current(tx, added), added);
    await this.feedback.supersede(tx, superseded);
    await this.feedback.insert(tx, inserted);
    await this.#count(tx, changes);
  }

  /** Moves feedback about completions to the corrected models. */
  async relabel(tx: Transaction, completion_ids: readonly string[]): Promise<void> {
    if (completion_ids.length === 0) return;
    const about = await this.feedback.currentAbout(tx, completion_ids);
    await this.metrics.lockAll(tx, { ids: about.map(({ metric_id }) => metric_id), keys: [] });
    // Read again under the locks.
    const before = await this.feedback.currentAbout(tx, completion_ids);
    await this.feedback.relabel(tx, completion_ids);
    const after = await this.feedback.currentAbout(tx, completion_ids);
    await this.#count(tx, [
      ...before.map((value) => summaryChange(value, -1)),
      ...after.map((value) => summaryChange(value, 1)),
    ]);
  }

  /** Deletes feedback. */
  async remove(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const removed = await this.feedback.remove(tx, ids);
    await this.#count(
      tx,
      removed.map((value) => summaryChange(value, -1)),
    );
  }

  /** Deletes feedback; what it had replaced is current again. */
  async withdraw(tx: Transaction, ids: readonly string[]): Promise<void> {
    const removed = await this.feedback.remove(tx, ids);
    const restored = await this.feedback.restore(tx, removed);
    await this.#count(tx, [
      ...removed.map((value) => summaryChange(value, -1)),
      ...restored.map((value) => summaryChange(value, 1)),
    ]);
  }

  async #count(tx: Transaction, changes: readonly SummaryChange[]): Promise<void> {
    await this.cells.apply(tx, changes);
    await this.campaigns.countValues(tx, changes);
  }
}
