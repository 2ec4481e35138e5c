import { Injectable } from '@nestjs/common';
import type { Transaction } from '@earshot/persistence';
import type { ComparisonEntity } from '../database/entities/comparison.entity.js';
import { comparisonChanges, valueChanges, type ValueChange } from './campaign.js';
import { CampaignsRepository } from './campaigns.repository.js';

/**
 * Keeps what campaigns count, in the transactions that write it. Who writes holds the locks of the metrics: under them a campaign also becomes
 * known, with all that was said until then.
 */
@Injectable()
export class CampaignLedger {
  constructor(private readonly campaigns: CampaignsRepository) {}

  /** Values that count from now on, or no more. */
  async countValues(tx: Transaction, changes: readonly ValueChange[]): Promise<void> {
    const inCampaigns = changes.filter(({ campaignId }) => campaignId !== null);
    if (inCampaigns.length === 0) return;
    const campaigns = await this.campaigns.ofMetrics(
      tx,
      inCampaigns.map(({ metricId }) => metricId),
    );
    await this.campaigns.count(
      tx,
      inCampaigns.flatMap((change) => valueChanges(change, campaigns)),
    );
  }

  /** Comparisons that count from now on (1), or no more (-1). */
  async countComparisons(tx: Transaction, comparisons: readonly ComparisonEntity[], sign: 1 | -1): Promise<void> {
    if (comparisons.length === 0) return;
    const campaigns = await this.campaigns.ofMetrics(
      tx,
      comparisons.map(({ metricId }) => metricId),
    );
    await this.campaigns.count(
      tx,
      comparisons.flatMap((comparison) => comparisonChanges(comparison, campaigns, sign)),
    );
  }
}
