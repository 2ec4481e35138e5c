import { Module } from '@nestjs/common';
import { ComparisonsModule } from '../comparisons/comparisons.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ReferencesModule } from '../references/references.module.js';
import { FeedbackModule } from '../feedback/feedback.module.js';
import { ReviewedRowsModule } from '../reviewed-rows/reviewed-rows.module.js';
import { ErasureConsumer } from './erasure.consumer.js';
import { ErasureRepository } from './erasure.repository.js';
import { ErasureService } from './erasure.service.js';
import { InteractionsConsumer } from './interactions.consumer.js';
import { InteractionsService } from './interactions.service.js';

/** References to completions, imported feedback and erasures. */
@Module({
  imports: [ComparisonsModule, MetricsModule, ReferencesModule, FeedbackModule, ReviewedRowsModule],
  controllers: [InteractionsConsumer, ErasureConsumer],
  providers: [InteractionsService, ErasureService, ErasureRepository],
})
export class InteractionsModule {}
