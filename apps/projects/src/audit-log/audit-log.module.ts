import { Module, type DynamicModule } from '@nestjs/common';
import { AuditLogConsumer } from './audit-log.consumer.js';
import { AUDIT_LOG_OPTIONS, AuditLogJanitor, type AuditLogOptions } from './audit-log.janitor.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditLogService } from './audit-log.service.js';

/** The audit log of all services. */
@Module({})
export class AuditLogModule {
  static forRoot(options: AuditLogOptions): DynamicModule {
    return {
      module: AuditLogModule,
      controllers: [AuditLogConsumer],
      providers: [
        AuditLogService,
        AuditLogRepository,
        AuditLogJanitor,
        { provide: AUDIT_LOG_OPTIONS, useValue: options },
      ],
    };
  }
}
