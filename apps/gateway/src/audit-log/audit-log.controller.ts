import { Controller, Get, Query } from '@nestjs/common';
import {
  auditPageSchema,
  auditQuerySchema,
  projectAuditQuerySchema,
  type AuditQuery,
  type ProjectAuditQuery,
} from '@earshot/dto-projects';
import { AdminOnly, RequirePermission } from '../auth/route.decorators.js';
import { InProject, Context, type ProjectContext, type RequestContext } from '../auth/request-context.js';
import { QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { AuditLogService } from './audit-log.service.js';

const description =
  'Returns who created, changed or deleted what, in the order of time. Entries cannot be changed or deleted.';

/** The audit log of the installation, and of one project. */
@Resource('Audit log')
@Controller('api/v1')
export class AuditLogController {
  constructor(private readonly log: AuditLogService) {}

  @Get('audit_log')
  @AdminOnly()
  @Operation({
    id: 'listAuditLog',
    summary: 'List audit log entries of the installation',
    description,
    answer: auditPageSchema,
    errors: ['project_not_found'],
  })
  list(@Context() context: RequestContext, @Query(new QueryPipe(auditQuerySchema)) query: AuditQuery) {
    return this.log.list(context, query);
  }

  @Get('projects/:project/audit_log')
  @RequirePermission('manage')
  @Operation({
    id: 'listProjectAuditLog',
    summary: 'List changes in a project',
    description,
    answer: auditPageSchema,
  })
  listInProject(
    @InProject() context: ProjectContext,
    @Query(new QueryPipe(projectAuditQuerySchema)) query: ProjectAuditQuery,
  ) {
    return this.log.listInProject(context, query);
  }
}
