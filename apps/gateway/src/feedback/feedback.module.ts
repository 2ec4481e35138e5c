import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { FeedbackController } from './feedback.controller.js';
import { FeedbackService } from './feedback.service.js';
import { FeedbackStatisticsService } from './feedback-statistics.service.js';

/** `/api/v1/feedback`, `/api/v1/outcome`, `/api/v1/comparison`, and what they recorded */
@Module({
  imports: [ImagesModule],
  controllers: [FeedbackController],
  providers: [FeedbackService, FeedbackStatisticsService],
  exports: [FeedbackService],
})
export class FeedbackModule {}
