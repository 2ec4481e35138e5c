import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLogService } from './audit-log.service.js';

/** `/api/v1/audit_log` and `/api/v1/projects/{project}/audit_log` */
@Module({ controllers: [AuditLogController], providers: [AuditLogService] })
export class AuditLogModule {}
