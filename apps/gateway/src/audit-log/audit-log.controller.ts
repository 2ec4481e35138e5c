import { Controller, Get } from '@nestjs/common';
import { auditPageSchema, auditQuerySchema, type AuditEntryResponse, type AuditQuery } from '@earshot/dto-projects';
import { AdminOnly } from '../auth/access.decorators.js';
import { ParsedQuery } from '../http/parsed-parameters.js';
import { Context, type RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { AuditLogService } from './audit-log.service.js';

/** Who changed what, in the whole installation. */
@AdminOnly()
@Resource('Audit log')
@Controller('api/v1/audit_log')
export class AuditLogController {
  constructor(private readonly log: AuditLogService) {}

  @Get()
  @Operation({
    id: 'listAuditLog',
    summary: 'List audit log entries of the installation',
    description: 'Returns who created, changed or deleted what, oldest first. Entries cannot be changed or deleted.',
    answer: auditPageSchema,
    errors: ['cursor_invalid', 'project_not_found'],
  })
  list(
    @Context() context: RequestContext,
    @ParsedQuery(auditQuerySchema) query: AuditQuery,
  ): Promise<Page<AuditEntryResponse>> {
    return this.log.list(context, query);
  }
}
