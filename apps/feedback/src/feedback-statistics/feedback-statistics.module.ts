import { Module } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { FeedbackStatisticsConsumer } from './feedback-statistics.consumer.js';
import { FeedbackStatisticsRepository } from './feedback-statistics.repository.js';
import { FeedbackStatisticsService } from './feedback-statistics.service.js';

/** Feedback and comparisons by time. */
@Module({
  imports: [MetricsModule],
  controllers: [FeedbackStatisticsConsumer],
  providers: [FeedbackStatisticsService, FeedbackStatisticsRepository],
})
export class FeedbackStatisticsModule {}
