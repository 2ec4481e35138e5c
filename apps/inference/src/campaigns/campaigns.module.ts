import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { abCampaignsState } from '@earshot/contracts-inference';
import { publishedTable } from '@earshot/persistence';
import { AbCampaignEntity } from '../database/entities/ab-campaign.entity.js';
import { ModelsModule } from '../models/models.module.js';
import { CampaignsConsumer } from './campaigns.consumer.js';
import { CampaignsService } from './campaigns.service.js';

/** Managing A/B campaigns. */
@Module({
  imports: [ModelsModule],
  controllers: [CampaignsConsumer],
  providers: [
    CampaignsService,
    ResourceChanges,
    publishedTable({ contract: abCampaignsState, entity: AbCampaignEntity }),
  ],
})
export class CampaignsModule {}
