import { Module } from '@nestjs/common';
import { Quotas } from './quotas.js';
import { QuotasWorker } from './quotas.worker.js';
import { UsageConsumer } from './usage.consumer.js';
import { UsageRepository } from './usage.repository.js';

/** Quotas and usage of projects. */
@Module({
  controllers: [UsageConsumer],
  providers: [Quotas, QuotasWorker, UsageRepository],
  exports: [Quotas],
})
export class UsageModule {}
