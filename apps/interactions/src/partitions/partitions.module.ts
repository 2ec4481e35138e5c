import { Module } from '@nestjs/common';
import { repeatedTask } from '@earshot/persistence';
import { PartitionsRepository } from './partitions.repository.js';
import { PartitionsService } from './partitions.service.js';

/** Monthly partitions of the tables. */
@Module({
  providers: [
    PartitionsService,
    PartitionsRepository,
    // Partitions are created two months ahead, which leaves time for hundreds of retries.
    repeatedTask(PartitionsService, {
      intervalMs: 3_600_000,
      atStart: true,
      run: (partitions) => partitions.ensureAhead(new Date()),
      failed: 'partitions not created ahead',
    }),
  ],
  exports: [PartitionsService],
})
export class PartitionsModule {}
