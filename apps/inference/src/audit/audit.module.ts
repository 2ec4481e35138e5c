import { Module } from '@nestjs/common';
import { AuditService } from './audit.service.js';

/** What the audit log is told. */
@Module({ providers: [AuditService], exports: [AuditService] })
export class AuditModule {}
