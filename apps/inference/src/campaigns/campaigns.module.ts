import { Module, type OnModuleInit } from '@nestjs/common';
import { abCampaignsState, type AbCampaign } from '@earshot/contracts-inference';
import { InjectReplica, type StateReplica } from '@earshot/messaging';
import { StateReconciler } from '@earshot/persistence';
import { AuditModule } from '../audit/audit.module.js';
import { AbCampaignEntity } from '../database/entities/ab-campaign.entity.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { ModelsModule } from '../models/models.module.js';
import { toCampaign } from './campaign.mapper.js';
import { CampaignsConsumer } from './campaigns.consumer.js';
import { CampaignsService } from './campaigns.service.js';

/** Managing A/B campaigns. */
@Module({
  imports: [AuditModule, DirectoryModule, ModelsModule],
  controllers: [CampaignsConsumer],
  providers: [CampaignsService],
})
export class CampaignsModule implements OnModuleInit {
  constructor(
    private readonly reconciler: StateReconciler,
    @InjectReplica(abCampaignsState) private readonly replica: StateReplica<AbCampaign>,
  ) {}

  onModuleInit(): void {
    this.reconciler.add({
      contract: abCampaignsState,
      replica: this.replica,
      entity: AbCampaignEntity,
      toValue: toCampaign,
    });
  }
}
