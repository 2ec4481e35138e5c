import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { PartitionsModule } from '../partitions/partitions.module.js';
import { RowsModule } from '../rows/rows.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { ImportsConsumer } from './imports.consumer.js';
import { ImportsService } from './imports.service.js';

/** Interactions that took place elsewhere. */
@Module({
  imports: [PartitionsModule, RowsModule, StorageClientModule, UsageModule],
  controllers: [ImportsConsumer],
  providers: [ImportsService],
})
export class ImportingModule {}
