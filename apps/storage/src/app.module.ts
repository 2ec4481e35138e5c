import { Module, type DynamicModule } from '@nestjs/common';
import { MessagingHealth, MessagingModule } from '@earshot/messaging';
import { DatabaseHealth, PersistenceModule } from '@earshot/persistence';
import { Health, type Logger } from '@earshot/service-kit';
import type { StorageConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { ImagesModule } from './images/images.module.js';

/** The storage service. */
@Module({})
export class AppModule {
  constructor(health: Health, messaging: MessagingHealth, database: DatabaseHealth) {
    health.register(() => messaging.check());
    health.register(() => database.check());
  }

  static forRoot({ brokers, instance, databaseUrl }: StorageConfig, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'storage', brokers, instance, logger }),
        PersistenceModule.forRoot({ ...databaseOptions(databaseUrl, instance), logger }),
        ImagesModule,
      ],
    };
  }
}
