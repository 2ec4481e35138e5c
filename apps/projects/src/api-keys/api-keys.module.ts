import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { apiKeysState } from '@earshot/contracts-projects';
import { publishedTable } from '@earshot/persistence';
import { ApiKeyEntity } from '../database/entities/api-key.entity.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ApiKeysConsumer } from './api-keys.consumer.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService, toApiKeyState } from './api-keys.service.js';

/** API keys of projects and of the installation. */
@Module({
  imports: [SessionsModule],
  controllers: [ApiKeysConsumer],
  providers: [
    ApiKeysService,
    ApiKeysRepository,
    ResourceChanges,
    publishedTable({ contract: apiKeysState, entity: ApiKeyEntity, toValue: toApiKeyState }),
  ],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
