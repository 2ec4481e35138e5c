import { Module } from '@nestjs/common';
import { ReadingModule } from '../reading/reading.module.js';
import { CountingConsumer } from './counting.consumer.js';
import { CountingRepository } from './counting.repository.js';
import { CountingService } from './counting.service.js';

/** Counts of interactions that match a filter. */
@Module({
  imports: [ReadingModule],
  controllers: [CountingConsumer],
  providers: [CountingService, CountingRepository],
  exports: [CountingService],
})
export class CountingModule {}
