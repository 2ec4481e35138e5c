import { Module } from '@nestjs/common';
import { Quotas } from './quotas.js';
import { UsageConsumer } from './usage.consumer.js';
import { UsageRepository } from './usage.repository.js';

/** Usage and quotas of projects. */
@Module({
  controllers: [UsageConsumer],
  providers: [Quotas, UsageRepository],
  exports: [Quotas],
})
export class UsageModule {}
