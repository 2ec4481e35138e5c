import { Module } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { StatisticsConsumer } from './statistics.consumer.js';
import { StatisticsRepository } from './statistics.repository.js';
import { StatisticsService } from './statistics.service.js';

/** Feedback and comparisons by time. */
@Module({
  imports: [MetricsModule],
  controllers: [StatisticsConsumer],
  providers: [StatisticsService, StatisticsRepository],
})
export class StatisticsModule {}
