import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { modelsState } from '@earshot/contracts-inference';
import { publishedTable } from '@earshot/persistence';
import { CampaignRowsModule } from '../campaign-rows/campaign-rows.module.js';
import { ModelEntity } from '../database/entities/model.entity.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { ModelsConsumer } from './models.consumer.js';
import { ModelsRepository } from './models.repository.js';
import { ModelsService } from './models.service.js';

/** Managing models. */
@Module({
  imports: [CampaignRowsModule, OutgoingModule],
  controllers: [ModelsConsumer],
  providers: [
    ModelsService,
    ModelsRepository,
    ResourceChanges,
    publishedTable({ contract: modelsState, entity: ModelEntity }),
  ],
  exports: [ModelsService, ModelsRepository],
})
export class ModelsModule {}
