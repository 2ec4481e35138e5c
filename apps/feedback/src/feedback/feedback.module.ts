import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ReferencesModule } from '../references/references.module.js';
import { FeedbackWriter } from './feedback-writer.service.js';
import { FeedbackListsService } from './feedback-lists.service.js';
import { FeedbackConsumer } from './feedback.consumer.js';
import { FeedbackRepository } from './feedback.repository.js';
import { FeedbackService } from './feedback.service.js';
import { SummaryCellsRepository } from './summary-cells.repository.js';

/** Feedback about completions and outcomes of sessions. */
@Module({
  imports: [CampaignsModule, MetricsModule, ReferencesModule],
  controllers: [FeedbackConsumer],
  providers: [FeedbackService, FeedbackListsService, FeedbackWriter, FeedbackRepository, SummaryCellsRepository],
  exports: [FeedbackService, FeedbackWriter, FeedbackRepository],
})
export class FeedbackModule {}
