import { Injectable } from '@nestjs/common';
import type { Transaction } from '@earshot/persistence';
import type { ComparisonEntity } from '../database/entities/comparison.entity.js';
import { comparisonChanges, valueChanges, type ValueChange } from './campaign.js';
import { CampaignsRepository } from './campaigns.repository.js';

/**
 * Updates the totals of campaigns in the transactions that write feedback. Callers hold the locks of the metrics, under
 * which the campaign tracker adds new campaigns, too.
 */
@Injectable()
export class CampaignCounter {
  constructor(private readonly campaigns: CampaignsRepository) {}

  /** Counts added and removed values. */
  async countValues(tx: Transaction, changes: readonly ValueChange[]): Promise<void> {
    const inCampaigns = changes.filter(({ campaign_id }) => campaign_id !== null);
    if (inCampaigns.length === 0) return;
    const campaigns = await this.campaigns.ofMetrics(
      tx,
      inCampaigns.map(({ metric_id }) => metric_id),
    );
    await this.campaigns.count(
      tx,
      inCampaigns.flatMap((change) => valueChanges(change, campaigns)),
    );
  }

  /** Counts added (1) or removed (-1) comparisons. */
  async countComparisons(tx: Transaction, comparisons: readonly ComparisonEntity[], sign: 1 | -1): Promise<void> {
    if (comparisons.length === 0) return;
    const campaigns = await this.campaigns.ofMetrics(
      tx,
      comparisons.map(({ metric_id }) => metric_id),
    );
    await this.campaigns.count(
      tx,
      comparisons.flatMap((comparison) => comparisonChanges(comparison, campaigns, sign)),
    );
  }
}
