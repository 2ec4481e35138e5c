import { Module } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { CampaignDecisions } from './campaign-decisions.service.js';
import { CampaignCounter } from './campaign-counter.service.js';
import { CampaignHistoryService } from './campaign-history.service.js';
import { CampaignReportsConsumer } from './campaign-reports.consumer.js';
import { CampaignReportsService } from './campaign-reports.service.js';
import { CampaignTracker } from './campaign-tracker.service.js';
import { CampaignsClient } from './campaigns.client.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { SnapshotsRepository } from './snapshots.repository.js';

/** Totals, reports and decisions of A/B campaigns. */
@Module({
  imports: [MetricsModule],
  controllers: [CampaignReportsConsumer],
  providers: [
    CampaignsRepository,
    SnapshotsRepository,
    CampaignsClient,
    CampaignCounter,
    CampaignTracker,
    CampaignReportsService,
    CampaignHistoryService,
    CampaignDecisions,
  ],
  exports: [CampaignCounter],
})
export class CampaignsModule {}
