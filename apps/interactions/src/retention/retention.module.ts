import { Module } from '@nestjs/common';
import { newCallContext } from '@earshot/messaging';
import { repeatedTask } from '@earshot/persistence';
import { ErasureModule } from '../erasure/erasure.module.js';
import { RetentionService } from './retention.service.js';

/** Deletion of expired interactions. */
@Module({
  imports: [ErasureModule],
  providers: [
    RetentionService,
    // A run is one look into an index for each project with a retention.
    repeatedTask(RetentionService, {
      intervalMs: 60_000,
      run: (retention, signal) => retention.deleteExpired(newCallContext(), signal),
      failed: 'expired interactions not deleted yet',
    }),
  ],
})
export class RetentionModule {}
