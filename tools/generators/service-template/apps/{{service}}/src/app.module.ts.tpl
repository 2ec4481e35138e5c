import { Module, type DynamicModule } from '@nestjs/common';
import { MessagingHealth, MessagingModule } from '@earshot/messaging';
import { DatabaseHealth, PersistenceModule } from '@earshot/persistence';
import { Health, type Logger } from '@earshot/service-kit';
import type { {{Service}}Config } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { {{Entities}}Module } from './{{entities}}/{{entities}}.module.js';

/** The {{service}} service. */
@Module({})
export class AppModule {
  constructor(health: Health, messaging: MessagingHealth, database: DatabaseHealth) {
    health.register(() => messaging.check());
    health.register(() => database.check());
  }

  static forRoot(config: {{Service}}Config, logger: Logger): DynamicModule {
    const { brokers, security, instance, databaseUrl } = config;
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: '{{service}}', brokers, security, instance, logger }),
        PersistenceModule.forRoot({ ...databaseOptions(databaseUrl, instance), logger }),
        {{Entities}}Module,
      ],
    };
  }
}
