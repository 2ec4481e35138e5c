import { Injectable } from '@nestjs/common';
import { listAuditEntries } from '@earshot/contracts-projects';
import { uuidSchema } from '@earshot/dto-common';
import type { AuditEntryResponse, AuditQuery, ProjectAuditQuery } from '@earshot/dto-projects';
import { notFound } from '@earshot/errors';
import { ProjectAccess } from '../auth/project-access.js';
import { ProjectDirectory } from '../directory/project-directory.js';
import type { RequestContext } from '../http/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { showPage, type Page } from '../management/page.js';

/** Reads the audit log. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly management: ManagementClient,
    private readonly access: ProjectAccess,
    private readonly projects: ProjectDirectory,
  ) {}

  /** Of all projects and the installation. @throws AppError `project_not_found`, `cursor_invalid` */
  async list(context: RequestContext, { project, ...query }: AuditQuery): Promise<Page<AuditEntryResponse>> {
    return this.#page(context, project === undefined ? null : await this.#idOf(project), query);
  }

  /** Of one project. @throws AppError `project_forbidden`, `project_not_found`, `cursor_invalid` */
  async listOf(context: RequestContext, project: string, query: ProjectAuditQuery): Promise<Page<AuditEntryResponse>> {
    const { id } = await this.access.resolve(context.caller, project);
    return this.#page(context, id, query);
  }

  async #page({ call }: RequestContext, project_id: string | null, query: ProjectAuditQuery) {
    const { limit, cursor, key_id = null, resource = null, resource_id = null, action = null } = query;
    const { created_after = null, created_before = null } = query;
    const filter = { project_id, key_id, resource, resource_id, action, created_after, created_before };
    return showPage(await this.management.read(listAuditEntries, { limit, cursor, ...filter }, call), (entry) => entry);
  }

  /** What a project's entries are about may be its own deletion. */
  async #idOf(idOrKey: string): Promise<string> {
    const project = await this.projects.findFenced(idOrKey);
    if (project !== undefined) return project.id;
    const id = uuidSchema.safeParse(idOrKey);
    if (!id.success) throw notFound('project', idOrKey, { param: 'project' });
    return id.data;
  }
}
