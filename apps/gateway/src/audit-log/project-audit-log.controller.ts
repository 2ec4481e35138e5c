import { Controller, Get, Param } from '@nestjs/common';
import {
  auditPageSchema,
  projectAuditQuerySchema,
  type AuditEntryResponse,
  type ProjectAuditQuery,
} from '@earshot/dto-projects';
import { RequirePermission } from '../auth/access.decorators.js';
import { ParsedQuery } from '../http/parsed-parameters.js';
import { Context, type RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { AuditLogService } from './audit-log.service.js';

/** Who changed what in a project. */
@RequirePermission('manage')
@Resource('Audit log')
@Controller('api/v1/projects/:project/audit_log')
export class ProjectAuditLogController {
  constructor(private readonly log: AuditLogService) {}

  @Get()
  @Operation({
    id: 'listProjectAuditLog',
    summary: 'List audit log entries of a project',
    description: 'Returns who created, changed or deleted what, oldest first. Entries cannot be changed or deleted.',
    answer: auditPageSchema,
    errors: ['cursor_invalid'],
  })
  list(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @ParsedQuery(projectAuditQuerySchema) query: ProjectAuditQuery,
  ): Promise<Page<AuditEntryResponse>> {
    return this.log.listOf(context, project, query);
  }
}
