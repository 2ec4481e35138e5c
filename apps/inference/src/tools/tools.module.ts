import { Module, type OnModuleInit } from '@nestjs/common';
import { toolsState, type Tool } from '@earshot/contracts-inference';
import { InjectReplica, type StateReplica } from '@earshot/messaging';
import { StateReconciler } from '@earshot/persistence';
import { AuditModule } from '../audit/audit.module.js';
import { ToolEntity } from '../database/entities/tool.entity.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { toTool } from './tool.mapper.js';
import { ToolsConsumer } from './tools.consumer.js';
import { ToolsRepository } from './tools.repository.js';
import { ToolsService } from './tools.service.js';

/** Managing tools. */
@Module({
  imports: [AuditModule, DirectoryModule, OutgoingModule],
  controllers: [ToolsConsumer],
  providers: [ToolsService, ToolsRepository],
  exports: [ToolsService],
})
export class ToolsModule implements OnModuleInit {
  constructor(
    private readonly reconciler: StateReconciler,
    @InjectReplica(toolsState) private readonly replica: StateReplica<Tool>,
  ) {}

  onModuleInit(): void {
    this.reconciler.add({ contract: toolsState, replica: this.replica, entity: ToolEntity, toValue: toTool });
  }
}
