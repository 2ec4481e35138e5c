import { Module } from '@nestjs/common';
import { ComparisonsModule } from '../comparisons/comparisons.module.js';
import { FeedbackModule } from '../feedback/feedback.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ReferencesModule } from '../references/references.module.js';
import { RemovalModule } from '../removal/removal.module.js';
import { AgreementService } from './agreement.service.js';
import { ItemsRepository } from './items.repository.js';
import { ItemsService } from './items.service.js';
import { LeasesRepository } from './leases.repository.js';
import { LeasesService } from './leases.service.js';
import { QueuesConsumer } from './queues.consumer.js';
import { QueuesRepository } from './queues.repository.js';
import { QueuesService } from './queues.service.js';
import { ReviewRecorder } from './review-recorder.service.js';
import { ReviewedRowsModule } from '../reviewed-rows/reviewed-rows.module.js';
import { ReviewReplaysModule } from '../review-replays/review-replays.module.js';
import { ReviewsConsumer } from './reviews.consumer.js';
import { ReviewsRepository } from './reviews.repository.js';
import { ReviewsService } from './reviews.service.js';

/** Review queues: items that people lease and review. */
@Module({
  imports: [
    ComparisonsModule,
    FeedbackModule,
    MetricsModule,
    ReferencesModule,
    RemovalModule,
    ReviewedRowsModule,
    ReviewReplaysModule,
  ],
  controllers: [QueuesConsumer, ReviewsConsumer],
  providers: [
    QueuesService,
    QueuesRepository,
    ItemsService,
    ItemsRepository,
    LeasesService,
    LeasesRepository,
    ReviewsService,
    ReviewRecorder,
    ReviewsRepository,
    AgreementService,
  ],
})
export class ReviewModule {}
