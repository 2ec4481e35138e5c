import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { abCampaignsState } from '@earshot/contracts-inference';
import { publishedTable } from '@earshot/persistence';
import { CampaignRowsModule } from '../campaign-rows/campaign-rows.module.js';
import { AbCampaignEntity } from '../database/entities/ab-campaign.entity.js';
import { ModelsModule } from '../models/models.module.js';
import { CampaignTraffic } from './campaign-traffic.js';
import { CampaignsConsumer } from './campaigns.consumer.js';
import { CampaignsService } from './campaigns.service.js';

/** Managing A/B campaigns, and those that take traffic now. */
@Module({
  imports: [CampaignRowsModule, ModelsModule],
  controllers: [CampaignsConsumer],
  providers: [
    CampaignsService,
    CampaignTraffic,
    ResourceChanges,
    publishedTable({ contract: abCampaignsState, entity: AbCampaignEntity }),
  ],
  exports: [CampaignTraffic],
})
export class CampaignsModule {}
