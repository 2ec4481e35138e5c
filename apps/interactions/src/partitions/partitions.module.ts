import { Module } from '@nestjs/common';
import { PartitionsKeeper } from './partitions.keeper.js';
import { PartitionsRepository } from './partitions.repository.js';
import { PartitionsService } from './partitions.service.js';

/** The months of the tables. */
@Module({
  providers: [PartitionsService, PartitionsRepository, PartitionsKeeper],
  exports: [PartitionsService],
})
export class PartitionsModule {}
