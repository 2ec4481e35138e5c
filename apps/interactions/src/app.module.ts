import { Module, type DynamicModule } from '@nestjs/common';
import { feedbackRecorded, metricsState } from '@earshot/contracts-feedback';
import { abCampaignsState, modelsState } from '@earshot/contracts-inference';
import { interactionQuotasState, interactionRecorded } from '@earshot/contracts-interactions';
import { projectsState } from '@earshot/contracts-projects';
import {
  CampaignDirectory,
  DirectoryModule,
  MetricDirectory,
  ModelDirectory,
  ProjectDirectory,
} from '@earshot/directory';
import { MessagingHealth, MessagingModule, type MessagingOptions } from '@earshot/messaging';
import { DatabaseHealth, gaugeUnstored, PersistenceModule, UnstoredEvents } from '@earshot/persistence';
import { ProjectRemovalModule } from '@earshot/project-removal';
import { Health, type Logger } from '@earshot/service-kit';
import type { InteractionsConfig } from './config.js';
import { CountingModule } from './counting/counting.module.js';
import { databaseOptions } from './database/data-source.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { ExportingModule } from './exporting/exporting.module.js';
import { FillingModule } from './filling/filling.module.js';
import { ImportingModule } from './importing/importing.module.js';
import { LabellingModule } from './labelling/labelling.module.js';
import { ReadingModule } from './reading/reading.module.js';
import { RecordingModule } from './recording/recording.module.js';
import { RecordsOfProjectsRepository } from './removed-projects/records-of-projects.repository.js';
import { RecordsOfProjects } from './removed-projects/records-of-projects.js';
import { RetentionModule } from './retention/retention.module.js';
import { ScanningModule } from './scanning/scanning.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { UsageModule } from './usage/usage.module.js';

/** The interactions service: the record of every completion, served or imported. */
@Module({})
export class AppModule {
  constructor(health: Health, messaging: MessagingHealth, database: DatabaseHealth, unstored: UnstoredEvents) {
    health.register(() => messaging.check());
    health.register(() => database.check());
    gaugeUnstored(unstored, [interactionRecorded.topic, feedbackRecorded.topic]);
  }

  /** @param broker in place of Kafka, for tests. */
  static forRoot(config: InteractionsConfig, logger: Logger, broker?: MessagingOptions['broker']): DynamicModule {
    const { brokers, security, instance, databaseUrl } = config;
    const replicas = [projectsState, modelsState, metricsState, abCampaignsState, interactionQuotasState];
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'interactions', brokers, security, broker, instance, logger, replicas }),
        PersistenceModule.forRoot({ ...databaseOptions(databaseUrl, instance), logger }),
        DirectoryModule.of(ProjectDirectory, ModelDirectory, MetricDirectory, CampaignDirectory),
        RecordingModule,
        UsageModule,
        ImportingModule,
        ReadingModule,
        LabellingModule,
        ScanningModule,
        StatisticsModule,
        CountingModule,
        FillingModule,
        ErasureModule,
        ExportingModule,
        RetentionModule,
        ProjectRemovalModule.of(RecordsOfProjects, {
          imports: [ErasureModule],
          providers: [RecordsOfProjectsRepository],
        }),
      ],
    };
  }
}
