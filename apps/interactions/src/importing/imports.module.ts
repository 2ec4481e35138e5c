import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { PartitionsModule } from '../partitions/partitions.module.js';
import { InteractionsRepository } from '../rows/interactions.repository.js';
import { UsageModule } from '../usage/usage.module.js';
import { ImportsConsumer } from './imports.consumer.js';
import { ImportsService } from './imports.service.js';

/** Interactions that took place elsewhere. */
@Module({
  imports: [PartitionsModule, StorageClientModule, UsageModule],
  controllers: [ImportsConsumer],
  providers: [ImportsService, InteractionsRepository],
})
export class ImportsModule {}
