import { Module, type DynamicModule } from '@nestjs/common';
import { repeatedTask } from '@earshot/persistence';
import { AuditLogConsumer } from './audit-log.consumer.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditLogService } from './audit-log.service.js';

/** The audit log of all services. */
@Module({})
export class AuditLogModule {
  /** @param days retention of entries. */
  static forRoot(days: number): DynamicModule {
    // Retention is in days, so an hour is precise enough.
    const expiry = repeatedTask(AuditLogRepository, {
      intervalMs: 3_600_000,
      run: (entries, signal) => entries.deleteExpired(days, signal),
      failed: 'expired audit entries not deleted',
    });
    return {
      module: AuditLogModule,
      controllers: [AuditLogConsumer],
      providers: [AuditLogService, AuditLogRepository, expiry],
    };
  }
}
