import { Module } from '@nestjs/common';
import { repeatedTask } from '@earshot/persistence';
import { ReadingModule } from '../reading/reading.module.js';
import { StatisticsConsumer } from './statistics.consumer.js';
import { StatisticsRepository } from './statistics.repository.js';
import { StatisticsService } from './statistics.service.js';

/** Counts of interactions by time and group. */
@Module({
  imports: [ReadingModule],
  controllers: [StatisticsConsumer],
  providers: [
    StatisticsService,
    StatisticsRepository,
    // Reads add up what is not merged yet; a busy service changes some 10,000 counts in this time.
    repeatedTask(StatisticsService, {
      intervalMs: 10_000,
      run: (statistics, signal) => statistics.merge(signal),
      failed: 'counts of interactions not merged yet',
    }),
  ],
})
export class StatisticsModule {}
