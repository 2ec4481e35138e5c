import { Module, type DynamicModule } from '@nestjs/common';
import { metricsState } from '@earshot/contracts-feedback';
import { projectsState } from '@earshot/contracts-projects';
import { MessagingHealth, MessagingModule } from '@earshot/messaging';
import { DatabaseHealth, PersistenceModule } from '@earshot/persistence';
import { Health, type Logger } from '@earshot/service-kit';
import type { FeedbackConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { MetricsModule } from './metrics/metrics.module.js';

/** The feedback service. */
@Module({})
export class AppModule {
  constructor(health: Health, messaging: MessagingHealth, database: DatabaseHealth) {
    health.register(() => messaging.check());
    health.register(() => database.check());
  }

  static forRoot({ brokers, instance, databaseUrl }: FeedbackConfig, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({
          service: 'feedback',
          brokers,
          instance,
          logger,
          replicas: [projectsState, metricsState],
        }),
        PersistenceModule.forRoot({ ...databaseOptions(databaseUrl, instance), logger }),
        MetricsModule,
      ],
    };
  }
}
