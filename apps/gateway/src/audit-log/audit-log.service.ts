import { Injectable } from '@nestjs/common';
import { listAuditEntries } from '@earshot/contracts-projects';
import { ProjectDirectory } from '@earshot/directory';
import { uuidSchema } from '@earshot/dto-common';
import type { AuditEntryResponse, AuditQuery, ProjectAuditQuery } from '@earshot/dto-projects';
import { notFound } from '@earshot/errors';
import type { ProjectContext, RequestContext } from '../auth/request-context.js';
import { ManagementClient, type Page } from '../management/management.client.js';

/** Reads the audit log. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly management: ManagementClient,
    private readonly projects: ProjectDirectory,
  ) {}

  /** Lists entries of the installation and of all projects. @throws AppError `project_not_found`, `cursor_invalid` */
  async list(context: RequestContext, { project, ...query }: AuditQuery): Promise<Page<AuditEntryResponse>> {
    return this.#page(context, project === undefined ? null : await this.#idOf(project), query);
  }

  /** Lists entries of one project. @throws AppError `cursor_invalid` */
  listInProject(context: ProjectContext, query: ProjectAuditQuery): Promise<Page<AuditEntryResponse>> {
    return this.#page(context, context.project.id, query);
  }

  #page({ call }: RequestContext, project_id: string | null, query: ProjectAuditQuery) {
    return this.management.read(listAuditEntries, { ...query, project_id }, call);
  }

  /** The project may be deleted: its entries are still found by its id. */
  async #idOf(idOrKey: string): Promise<string> {
    const project = await this.projects.findFenced(idOrKey);
    if (project !== undefined) return project.id;
    const id = uuidSchema.safeParse(idOrKey);
    if (!id.success) throw notFound('project', idOrKey, { param: 'project' });
    return id.data;
  }
}
