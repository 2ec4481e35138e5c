import { Module, type DynamicModule } from '@nestjs/common';
import { metricsState } from '@earshot/contracts-feedback';
import { abCampaignsState, modelsState, toolsState } from '@earshot/contracts-inference';
import { projectsState } from '@earshot/contracts-projects';
import {
  CampaignDirectory,
  DirectoryModule,
  MetricDirectory,
  ModelDirectory,
  ObservedState,
  ProjectDirectory,
  ToolDirectory,
} from '@earshot/directory';
import { MessagingHealth, MessagingModule } from '@earshot/messaging';
import { DatabaseHealth, PersistenceModule } from '@earshot/persistence';
import { ProjectRemovalModule } from '@earshot/project-removal';
import { Health, type Logger } from '@earshot/service-kit';
import { CampaignRowsModule } from './campaign-rows/campaign-rows.module.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { ChatModule, concurrentRequests } from './chat/chat.module.js';
import type { InferenceConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { EmbeddingsModule } from './embeddings/embeddings.module.js';
import { ModelsModule } from './models/models.module.js';
import { providerKinds } from './providers/providers.js';
import { ProvidersModule } from './providers/providers.module.js';
import { BelongingsRepository } from './removed-projects/belongings.repository.js';
import { ProjectBelongings } from './removed-projects/project-belongings.js';
import { ToolsModule } from './tools/tools.module.js';

const directories = [
  ProjectDirectory,
  ModelDirectory,
  MetricDirectory,
  CampaignDirectory,
  ToolDirectory,
  ObservedState,
];

/** The inference service: models, tools, A/B campaigns, chats and embeddings. */
@Module({})
export class AppModule {
  constructor(health: Health, messaging: MessagingHealth, database: DatabaseHealth) {
    health.register(() => messaging.check());
    health.register(() => database.check());
  }

  static forRoot(config: InferenceConfig, logger: Logger, kinds = providerKinds): DynamicModule {
    const { brokers, security, instance, databaseUrl, queueLimit } = config;
    const messaging = {
      service: 'inference',
      brokers,
      security,
      instance,
      logger,
      workConcurrency: concurrentRequests(queueLimit),
      replicas: [projectsState, modelsState, metricsState, abCampaignsState, toolsState],
    };
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot(messaging),
        PersistenceModule.forRoot({ ...databaseOptions(databaseUrl, instance), logger }),
        ProvidersModule.forRoot(kinds),
        DirectoryModule.of(...directories),
        ModelsModule,
        ProjectRemovalModule.of(ProjectBelongings, {
          imports: [CampaignRowsModule, ModelsModule, ToolsModule],
          providers: [BelongingsRepository],
        }),
        ToolsModule,
        CampaignsModule,
        ChatModule,
        EmbeddingsModule,
      ],
    };
  }
}
