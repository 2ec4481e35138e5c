import { Module, type OnModuleInit } from '@nestjs/common';
import { modelsState, type Model } from '@earshot/contracts-inference';
import { InjectReplica, type StateReplica } from '@earshot/messaging';
import { StateReconciler } from '@earshot/persistence';
import { AuditModule } from '../audit/audit.module.js';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { ModelEntity } from '../database/entities/model.entity.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { toModel } from './model.mapper.js';
import { ModelsConsumer } from './models.consumer.js';
import { ModelsRepository } from './models.repository.js';
import { ModelsService } from './models.service.js';

/** Managing models. */
@Module({
  imports: [AuditModule, DirectoryModule, OutgoingModule, ToolsModule],
  controllers: [ModelsConsumer],
  providers: [ModelsService, ModelsRepository, CampaignsRepository],
  exports: [ModelsService, ModelsRepository, CampaignsRepository],
})
export class ModelsModule implements OnModuleInit {
  constructor(
    private readonly reconciler: StateReconciler,
    @InjectReplica(modelsState) private readonly replica: StateReplica<Model>,
  ) {}

  onModuleInit(): void {
    this.reconciler.add({ contract: modelsState, replica: this.replica, entity: ModelEntity, toValue: toModel });
  }
}
