import { Module } from '@nestjs/common';
import { PartitionsWorker } from './partitions.worker.js';
import { PartitionsRepository } from './partitions.repository.js';
import { PartitionsService } from './partitions.service.js';

/** Monthly partitions of the tables. */
@Module({
  providers: [PartitionsService, PartitionsRepository, PartitionsWorker],
  exports: [PartitionsService],
})
export class PartitionsModule {}
