import { Module } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { SummariesConsumer } from './summaries.consumer.js';
import { SummariesRepository } from './summaries.repository.js';
import { SummariesService } from './summaries.service.js';

/** What is recorded under metrics, in numbers. */
@Module({
  imports: [MetricsModule],
  controllers: [SummariesConsumer],
  providers: [SummariesService, SummariesRepository],
})
export class SummariesModule {}
