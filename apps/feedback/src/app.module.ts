import { Module, type DynamicModule } from '@nestjs/common';
import { abCampaignsState, modelsState } from '@earshot/contracts-inference';
import { metricsState } from '@earshot/contracts-feedback';
import {
  interactionImported,
  interactionQuotasState,
  interactionRecorded,
  interactionStarted,
} from '@earshot/contracts-interactions';
import { projectsState } from '@earshot/contracts-projects';
import { CampaignDirectory, DirectoryModule, ModelDirectory, ProjectDirectory } from '@earshot/directory';
import { MessagingHealth, MessagingModule, type MessagingOptions } from '@earshot/messaging';
import { DatabaseHealth, gaugeUnstored, PersistenceModule, UnstoredEvents } from '@earshot/persistence';
import { ProjectRemovalModule } from '@earshot/project-removal';
import { Health, type Logger } from '@earshot/service-kit';
import type { FeedbackConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { ComparisonsModule } from './comparisons/comparisons.module.js';
import { FeedbackStatisticsModule } from './feedback-statistics/feedback-statistics.module.js';
import { InteractionsModule } from './interactions/interactions.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { MetricsService } from './metrics/metrics.service.js';
import { RemovalModule } from './removal/removal.module.js';
import { ReviewModule } from './review/review.module.js';
import { ReviewFillingModule } from './review-filling/review-filling.module.js';
import { ReviewReplayingModule } from './review-replaying/review-replaying.module.js';
import { SummariesModule } from './summaries/summaries.module.js';
import { FeedbackModule } from './feedback/feedback.module.js';

/** The feedback service. */
@Module({})
export class AppModule {
  constructor(health: Health, messaging: MessagingHealth, database: DatabaseHealth, unstored: UnstoredEvents) {
    health.register(() => messaging.check());
    health.register(() => database.check());
    gaugeUnstored(unstored, [interactionStarted.topic, interactionRecorded.topic, interactionImported.topic]);
  }

  /** @param broker replaces Kafka in tests. */
  static forRoot(config: FeedbackConfig, logger: Logger, broker?: MessagingOptions['broker']): DynamicModule {
    const { brokers, security, instance, databaseUrl } = config;
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({
          service: 'feedback',
          brokers,
          security,
          broker,
          instance,
          logger,
          replicas: [projectsState, modelsState, metricsState, abCampaignsState, interactionQuotasState],
        }),
        PersistenceModule.forRoot({ ...databaseOptions(databaseUrl, instance), logger }),
        DirectoryModule.of(ProjectDirectory, ModelDirectory, CampaignDirectory),
        MetricsModule,
        FeedbackModule,
        ComparisonsModule,
        SummariesModule,
        FeedbackStatisticsModule,
        CampaignsModule,
        InteractionsModule,
        RemovalModule,
        ReviewModule,
        ReviewFillingModule,
        ReviewReplayingModule,
        ProjectRemovalModule.of(MetricsService, { imports: [MetricsModule] }),
      ],
    };
  }
}
