import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { AbCampaign } from '@earshot/contracts-inference';
import { CampaignDirectory } from '@earshot/directory';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { CampaignsRepository } from './campaigns.repository.js';

/** What becomes known wakes it; the time is for what failed, and for the beginning. */
const intervalMs = 5_000;

/** A transaction of some ten milliseconds, which hinders nobody. */
const batchRows = 1_000;

/** Knows which campaigns are counted: all that there are. Several processes may do the same at once. */
@Injectable()
export class CampaignTracker implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;
  /** Those that this process knows to be counted. */
  readonly #counted = new Set<string>();

  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly metrics: MetricsRepository,
    private readonly directory: CampaignDirectory,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#repeater = new Repeater((signal) => this.followAll(signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'not all campaigns are counted yet'),
    });
    directory.replica.onChange((id, campaign, previous) => {
      if (campaign !== undefined && previous !== undefined) return;
      if (campaign === undefined) this.#counted.delete(id);
      if (directory.replica.isReady) this.#repeater.wake();
    });
  }

  onApplicationBootstrap(): void {
    this.#repeater.wake();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }

  /** Counts what there is and forgets what is gone, unless the signal aborts. @throws AppError `service_unavailable` */
  async followAll(signal: AbortSignal): Promise<void> {
    // While they are read for the first time, those that are gone can't be told from those that come later.
    if (!this.directory.replica.isReady) return;
    for (const campaign of this.directory.replica.values()) {
      if (signal.aborted) return;
      await this.follow(campaign);
    }
    const known = await this.campaigns.reading((tx) => this.campaigns.ids(tx));
    // Another process may have heard of some before this one.
    await this.directory.replica.fence();
    for (const id of known) {
      if (this.directory.replica.get(id) === undefined) await this.#forget(id, signal);
    }
  }

  /** Returns once the campaign is counted, with all that was said until then. @throws AppError `service_unavailable` */
  async follow(campaign: AbCampaign): Promise<void> {
    if (this.#counted.has(campaign.id)) return;
    const { id, metric_id: metricId, feedback_type: feedbackType, model_ids: modelIds } = campaign;
    const counted = { id, metricId, feedbackType, modelIds, createdAt: new Date(campaign.created_at) };
    await this.campaigns.transaction(async (tx) => {
      // With a metric goes what was said under it.
      const [metric] = await this.metrics.lockAll(tx, { ids: [metricId], keys: [] });
      if (metric !== undefined) await this.campaigns.add(tx, counted);
    });
    this.#counted.add(id);
  }

  async #forget(id: string, signal: AbortSignal): Promise<void> {
    const forgetSome = () => this.campaigns.transaction((tx) => this.campaigns.forgetSome(tx, id, batchRows));
    while (!signal.aborted && (await forgetSome()));
  }
}
