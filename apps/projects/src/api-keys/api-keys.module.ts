import { Module, type OnModuleInit } from '@nestjs/common';
import { apiKeysState, type ApiKeyState } from '@earshot/contracts-projects';
import { InjectReplica, type StateReplica } from '@earshot/messaging';
import { StateReconciler } from '@earshot/persistence';
import { ApiKeyEntity } from '../database/entities/api-key.entity.js';
import { toApiKeyState } from './api-key.mapper.js';
import { ApiKeysConsumer } from './api-keys.consumer.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';

/** The keys to projects and to the installation. */
@Module({
  controllers: [ApiKeysConsumer],
  providers: [ApiKeysService, ApiKeysRepository],
  exports: [ApiKeysService],
})
export class ApiKeysModule implements OnModuleInit {
  constructor(
    private readonly reconciler: StateReconciler,
    @InjectReplica(apiKeysState) private readonly replica: StateReplica<ApiKeyState>,
  ) {}

  onModuleInit(): void {
    this.reconciler.add({
      contract: apiKeysState,
      replica: this.replica,
      entity: ApiKeyEntity,
      toValue: toApiKeyState,
    });
  }
}
