import { Inject, Injectable } from '@nestjs/common';
import type { AbCampaign } from '@earshot/contracts-inference';
import { CampaignDirectory } from '@earshot/directory';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { CampaignsRepository } from './campaigns.repository.js';

/** Changes wake the tracker; the interval covers failures and the start. */
const intervalMs = 5_000;

/** Rows of one transaction, which takes tens of milliseconds. */
const batchRows = 1_000;

/** Starts to count new campaigns and deletes removed ones. Several processes may run it concurrently. */
@Injectable()
export class CampaignTracker extends Repeater {
  /** Campaigns that are counted already, as far as this process knows. */
  readonly #counted = new Set<string>();

  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly metrics: MetricsRepository,
    private readonly directory: CampaignDirectory,
    @Inject(LOGGER) logger: Logger,
  ) {
    super((signal) => this.followAll(signal), {
      intervalMs,
      atStart: true,
      onError: (error) => logger.warn({ err: error }, 'campaigns not tracked, retrying'),
    });
    directory.replica.onChange((id, campaign, previous) => {
      if (campaign !== undefined && previous !== undefined) return;
      if (campaign === undefined) this.#counted.delete(id);
      if (directory.replica.isReady) this.wake();
    });
  }

  /** Tracks all campaigns, until the signal aborts. @throws AppError `service_unavailable` */
  async followAll(signal: AbortSignal): Promise<void> {
    // Before the replica is ready, removed campaigns look like unread ones.
    if (!this.directory.replica.isReady) return;
    for (const campaign of this.directory.replica.values()) {
      if (signal.aborted) return;
      await this.follow(campaign);
    }
    const known = await this.campaigns.reading((tx) => this.campaigns.ids(tx));
    // Another process may have read campaigns before this one.
    await this.directory.replica.fence();
    for (const id of known) {
      if (this.directory.replica.get(id) === undefined) await this.#delete(id, signal);
    }
  }

  /** Starts to count a campaign, including all earlier feedback. @throws AppError `service_unavailable` */
  async follow(campaign: AbCampaign): Promise<void> {
    if (this.#counted.has(campaign.id)) return;
    await this.campaigns.transaction(async (tx) => {
      const [metric] = await this.metrics.lockAll(tx, { ids: [campaign.metric_id], keys: [] });
      if (metric !== undefined) await this.campaigns.add(tx, campaign);
    });
    this.#counted.add(campaign.id);
  }

  async #delete(id: string, signal: AbortSignal): Promise<void> {
    const deleteBatch = () => this.campaigns.transaction((tx) => this.campaigns.deleteBatch(tx, id, batchRows));
    while (!signal.aborted && (await deleteBatch()));
  }
}
