import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { apiKeysState } from '@earshot/contracts-projects';
import { publishedTable, repeatedTask } from '@earshot/persistence';
import { ApiKeyEntity } from '../database/entities/api-key.entity.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ApiKeysConsumer } from './api-keys.consumer.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { KeyUsesRepository } from './key-uses.repository.js';
import { ApiKeysService, toApiKeyState } from './api-keys.service.js';

/** Days for which uses are kept: a year and a month, so that a month can be compared with that of the year before. */
const keptDays = 400;

const expiry = repeatedTask(KeyUsesRepository, {
  // Retention is in days, so an hour is precise enough.
  intervalMs: 3_600_000,
  run: (uses, signal) => uses.deleteExpired(keptDays, signal),
  failed: 'expired uses of keys not deleted',
});

/** API keys of projects and of the installation. */
@Module({
  imports: [SessionsModule],
  controllers: [ApiKeysConsumer],
  providers: [
    ApiKeysService,
    ApiKeysRepository,
    KeyUsesRepository,
    expiry,
    ResourceChanges,
    publishedTable({ contract: apiKeysState, entity: ApiKeyEntity, toValue: toApiKeyState }),
  ],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
