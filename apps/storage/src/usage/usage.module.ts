import { Module } from '@nestjs/common';
import { Quotas } from './quotas.js';
import { UsageConsumer } from './usage.consumer.js';
import { UsageRepository } from './usage.repository.js';

/** What projects have in the bucket, and may have. */
@Module({
  controllers: [UsageConsumer],
  providers: [Quotas, UsageRepository],
  exports: [Quotas],
})
export class UsageModule {}
