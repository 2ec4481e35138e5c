import { Module } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { CampaignDecisions } from './campaign-decisions.service.js';
import { CampaignLedger } from './campaign-ledger.service.js';
import { CampaignReportsConsumer } from './campaign-reports.consumer.js';
import { CampaignReportsService } from './campaign-reports.service.js';
import { CampaignTracker } from './campaign-tracker.service.js';
import { CampaignsClient } from './campaigns.client.js';
import { CampaignsRepository } from './campaigns.repository.js';

/** What is said about the answers of A/B campaigns, and what follows from it. */
@Module({
  imports: [MetricsModule],
  controllers: [CampaignReportsConsumer],
  providers: [
    CampaignsRepository,
    CampaignsClient,
    CampaignLedger,
    CampaignTracker,
    CampaignReportsService,
    CampaignDecisions,
  ],
  exports: [CampaignLedger],
})
export class CampaignsModule {}
