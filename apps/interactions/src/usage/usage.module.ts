import { Module } from '@nestjs/common';
import { repeatedTask } from '@earshot/persistence';
import { Quotas } from './quotas.js';
import { UsageConsumer } from './usage.consumer.js';
import { UsageRepository } from './usage.repository.js';

/** Quotas and usage of projects. */
@Module({
  controllers: [UsageConsumer],
  providers: [
    Quotas,
    UsageRepository,
    // The maximum delay of gateways. A run is one look into a table with a row for each project.
    repeatedTask(Quotas, {
      intervalMs: 1_000,
      run: (quotas) => quotas.publish(),
      failed: 'used up quotas not published',
    }),
  ],
  exports: [Quotas],
})
export class UsageModule {}
