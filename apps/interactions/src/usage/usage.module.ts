import { Module } from '@nestjs/common';
import { Quotas } from './quotas.js';
import { QuotasWorker } from './quotas.worker.js';
import { UsageConsumer } from './usage.consumer.js';
import { UsageRepository } from './usage.repository.js';

/** What projects have on record, and may have. */
@Module({
  controllers: [UsageConsumer],
  providers: [Quotas, QuotasWorker, UsageRepository],
  exports: [Quotas],
})
export class UsageModule {}
