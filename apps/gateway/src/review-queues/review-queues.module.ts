import { Module } from '@nestjs/common';
import { InteractionsModule } from '../interactions/interactions.module.js';
import { ReviewQueuesController } from './review-queues.controller.js';
import { ReviewQueuesService } from './review-queues.service.js';
import { ReviewSources } from './review-sources.service.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsService } from './reviews.service.js';

/** `/api/v1/projects/{project}/review_queues` */
@Module({
  imports: [InteractionsModule],
  controllers: [ReviewQueuesController, ReviewsController],
  providers: [ReviewQueuesService, ReviewsService, ReviewSources],
})
export class ReviewQueuesModule {}
