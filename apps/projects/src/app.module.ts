import { Module, type DynamicModule } from '@nestjs/common';
import { apiKeysState, auditRecorded, projectsState, sessionsState } from '@earshot/contracts-projects';
import { MessagingHealth, MessagingModule } from '@earshot/messaging';
import { DatabaseHealth, gaugeUnstored, PersistenceModule, UnstoredEvents } from '@earshot/persistence';
import { Health, type Logger } from '@earshot/service-kit';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import type { ProjectsConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { ProjectsModule } from './projects/projects.module.js';
import { SessionsModule } from './sessions/sessions.module.js';

/** The projects service: projects, API keys, sessions and the audit log. */
@Module({})
export class AppModule {
  constructor(health: Health, messaging: MessagingHealth, database: DatabaseHealth, unstored: UnstoredEvents) {
    health.register(() => messaging.check());
    health.register(() => database.check());
    gaugeUnstored(unstored, [auditRecorded.topic]);
  }

  static forRoot(config: ProjectsConfig, logger: Logger): DynamicModule {
    const { brokers, security, instance, databaseUrl, auditDays } = config;
    const replicas = [projectsState, apiKeysState, sessionsState];
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ brokers, security, service: 'projects', instance, logger, replicas }),
        PersistenceModule.forRoot({ ...databaseOptions(databaseUrl, instance), logger }),
        ProjectsModule,
        ApiKeysModule,
        SessionsModule,
        AuditLogModule.forRoot(auditDays),
      ],
    };
  }
}
