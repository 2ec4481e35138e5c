import { Inject, Injectable } from '@nestjs/common';
import type { AbCampaign } from '@earshot/contracts-inference';
import { CampaignDirectory } from '@earshot/directory';
import { AppError } from '@earshot/errors';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { noOpponent } from './campaign.js';
import { CampaignReportsService } from './campaign-reports.service.js';
import { snapshotOf, type Snapshot } from './history.js';
import { decisionOf, type ReportData } from './report.js';
import { CampaignsClient } from './campaigns.client.js';
import { CampaignsRepository, type UncheckedCampaign } from './campaigns.repository.js';
import { SnapshotsRepository } from './snapshots.repository.js';

/** A winner is announced within two seconds. */
const intervalMs = 2_000;

/** Campaigns in one query. */
const batchSize = 50;

/**
 * Checks campaigns with changed totals: advances those that are warm or decided, and adds their reports to their
 * history. Repeated until the inference service acknowledges; several processes may run it concurrently.
 */
@Injectable()
export class CampaignDecisions extends Repeater {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly snapshots: SnapshotsRepository,
    private readonly reports: CampaignReportsService,
    private readonly client: CampaignsClient,
    private readonly directory: CampaignDirectory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super((signal) => this.decideAll(signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'campaigns not checked, retrying'),
    });
  }

  /** Checks each changed campaign once, until the signal aborts. @throws AppError `service_unavailable` */
  async decideAll(signal: AbortSignal): Promise<void> {
    let after = noOpponent;
    while (!signal.aborted) {
      const batch = await this.campaigns.reading((tx) => this.campaigns.unchecked(tx, after, batchSize));
      for (const one of batch) {
        if (signal.aborted) return;
        await this.#decide(one);
        after = one.id;
      }
      if (batch.length < batchSize) return;
    }
  }

  /** Checks one campaign; errors do not affect the others. */
  async #decide(unchecked: UncheckedCampaign): Promise<void> {
    const campaign = this.directory.replica.get(unchecked.id);
    // Not read yet, or removed and about to be deleted.
    if (campaign === undefined) return;
    let snapshot: Snapshot | undefined;
    try {
      const data = await this.reports.data(campaign);
      snapshot = snapshotOf(await this.#advance(campaign, data), data);
    } catch (error) {
      if (!isFinal(error)) {
        this.logger.warn({ err: error, campaign: unchecked.id }, 'campaign not checked, retrying');
        return;
      }
      // The campaign or its metric was removed.
      this.logger.info({ err: error, campaign: unchecked.id }, 'campaign cannot be decided');
    }
    await this.campaigns.transaction(async (tx) => {
      const isFirst = await this.campaigns.checked(tx, unchecked);
      if (isFirst && snapshot !== undefined) await this.snapshots.add(tx, unchecked, snapshot);
    });
  }

  /** Advances a running campaign if it is warm or decided. @returns the campaign as it is then. */
  async #advance(campaign: AbCampaign, data: ReportData): Promise<AbCampaign> {
    if (campaign.status !== 'warmup' && campaign.status !== 'in_progress') return campaign;
    const { isWarm, winner_model_id } = decisionOf(data);
    const isWarmNow = isWarm && campaign.status === 'warmup';
    const current = isWarmNow ? await this.client.advance(campaign, 'in_progress', null) : campaign;
    return winner_model_id === null ? current : this.client.advance(campaign, 'done', winner_model_id);
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof AppError && ['not_found_error', 'invalid_request_error'].includes(error.type);
}
