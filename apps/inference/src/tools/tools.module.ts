import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { toolsState } from '@earshot/contracts-inference';
import { publishedTable } from '@earshot/persistence';
import { ToolEntity } from '../database/entities/tool.entity.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { ToolsConsumer } from './tools.consumer.js';
import { ToolsRepository } from './tools.repository.js';
import { ToolsService } from './tools.service.js';

/** Managing tools. */
@Module({
  imports: [OutgoingModule],
  controllers: [ToolsConsumer],
  providers: [
    ToolsService,
    ToolsRepository,
    ResourceChanges,
    publishedTable({ contract: toolsState, entity: ToolEntity }),
  ],
  exports: [ToolsRepository],
})
export class ToolsModule {}
