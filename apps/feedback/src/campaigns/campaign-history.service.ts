import { Injectable } from '@nestjs/common';
import type { CampaignHistory, ReadCampaignHistory } from '@earshot/contracts-feedback';
import { CampaignReportsService } from './campaign-reports.service.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { evenly, snapshotOf } from './history.js';
import { SnapshotsRepository } from './snapshots.repository.js';

/** Reads past reports of A/B campaigns. */
@Injectable()
export class CampaignHistoryService {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly snapshots: SnapshotsRepository,
    private readonly reports: CampaignReportsService,
  ) {}

  /** @throws AppError as {@link CampaignReportsService.current} */
  async read({ limit, ...request }: ReadCampaignHistory): Promise<CampaignHistory> {
    const { campaign, data } = await this.reports.current(request);
    const past = await this.campaigns.reading((tx) => this.snapshots.of(tx, campaign.id));
    // The database may have another clock.
    const time = [new Date().toISOString(), past.at(-1)?.time ?? ''].sort().at(-1) as string;
    return { points: [...evenly(past, limit - 1), { time, ...snapshotOf(campaign, data) }] };
  }
}
