import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { AbCampaign } from '@earshot/contracts-inference';
import { CampaignDirectory } from '@earshot/directory';
import { AppError } from '@earshot/errors';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { noRival } from './campaign.js';
import { CampaignReportsService } from './campaign-reports.service.js';
import { decisionOf } from './standing.js';
import { CampaignsClient } from './campaigns.client.js';
import { CampaignsRepository, type UncheckedCampaign } from './campaigns.repository.js';

/** A winner is known a second after the value that made it one. */
const intervalMs = 1_000;

/** Campaigns that are read in one go. */
const batchSize = 50;

/**
 * Says of campaigns how far they are: those whose count has changed since they were last looked at. What was said is said again until it is answered, so a
 * process may die at any time, and several may do the same.
 */
@Injectable()
export class CampaignDecisions implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;

  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly reports: CampaignReportsService,
    private readonly client: CampaignsClient,
    private readonly directory: CampaignDirectory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#repeater = new Repeater((signal) => this.decideAll(signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'campaigns were not looked at'),
    });
  }

  onApplicationBootstrap(): void {
    this.#repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }

  /** Looks at each that has changed, once, unless the signal aborts. @throws AppError `service_unavailable` */
  async decideAll(signal: AbortSignal): Promise<void> {
    let after = noRival;
    while (!signal.aborted) {
      const some = await this.campaigns.reading((tx) => this.campaigns.unchecked(tx, after, batchSize));
      for (const one of some) {
        if (signal.aborted) return;
        await this.#decide(one);
        after = one.id;
      }
      if (some.length < batchSize) return;
    }
  }

  /** One that can't be decided now does not keep the others waiting. */
  async #decide(unchecked: UncheckedCampaign): Promise<void> {
    const campaign = this.directory.replica.get(unchecked.id);
    // This process has not heard of it yet, or it is gone and about to be forgotten.
    if (campaign === undefined) return;
    try {
      if (campaign.status === 'warmup' || campaign.status === 'in_progress') await this.#advance(campaign);
    } catch (error) {
      if (!isFinal(error)) {
        this.logger.warn({ err: error, campaign: unchecked.id }, 'a campaign is looked at again later');
        return;
      }
      // Removed in the meantime, or its metric is: it will not be decided.
      this.logger.info({ err: error, campaign: unchecked.id }, 'a campaign can not be decided');
    }
    await this.campaigns.reading((tx) => this.campaigns.checked(tx, unchecked));
  }

  async #advance(campaign: AbCampaign): Promise<void> {
    const { isWarm, winnerId } = decisionOf(await this.reports.standing(campaign));
    if (isWarm && campaign.status === 'warmup') await this.client.advance(campaign, 'in_progress', null);
    if (winnerId !== null) await this.client.advance(campaign, 'done', winnerId);
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof AppError && ['not_found_error', 'invalid_request_error'].includes(error.type);
}
