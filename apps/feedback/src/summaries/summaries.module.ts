import { Module } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { SummariesConsumer } from './summaries.consumer.js';
import { SummariesRepository } from './summaries.repository.js';
import { SummariesService } from './summaries.service.js';

/** Summaries of metrics. */
@Module({
  imports: [MetricsModule],
  controllers: [SummariesConsumer],
  providers: [SummariesService, SummariesRepository],
})
export class SummariesModule {}
