import { Module } from '@nestjs/common';
import { ComparisonsModule } from '../comparisons/comparisons.module.js';
import { FeedbackModule } from '../feedback/feedback.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ReviewedRowsModule } from '../reviewed-rows/reviewed-rows.module.js';
import { RemovalConsumer } from './removal.consumer.js';
import { RemovalRepository } from './removal.repository.js';
import { RemovalService } from './removal.service.js';

/** Removal of single feedback and comparisons. */
@Module({
  imports: [ComparisonsModule, FeedbackModule, MetricsModule, ReviewedRowsModule],
  controllers: [RemovalConsumer],
  providers: [RemovalService, RemovalRepository],
  exports: [RemovalService],
})
export class RemovalModule {}
