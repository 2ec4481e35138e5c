import { Injectable } from '@nestjs/common';
import {
  createProject,
  deleteProject,
  listProjects,
  lookUpProjectsCommand,
  updateProject,
  type Project,
} from '@earshot/contracts-projects';
import { readInteractionsUsage } from '@earshot/contracts-interactions';
import { readStorageUsage } from '@earshot/contracts-storage';
import { ProjectDirectory } from '@earshot/directory';
import type { ListQuery } from '@earshot/dto-common';
import type { CreateProject, ProjectResponse, ProjectUsageResponse, UpdateProject } from '@earshot/dto-projects';
import { ProjectAccess } from '../auth/project-access.js';
import type { RequestContext } from '../auth/request-context.js';
import { ManagementClient, mapPage, type Page } from '../management/management.client.js';
import { writeIds } from '../http/write-ids.js';

/** Manages projects. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly management: ManagementClient,
    private readonly access: ProjectAccess,
    private readonly directory: ProjectDirectory,
  ) {}

  async create(context: RequestContext, body: CreateProject): Promise<ProjectResponse> {
    const { command, entity } = writeIds(context, null);
    const { key, name = key, system_prompt = null, limits = null, quotas, interactions_days = null } = body;
    const request = {
      ...{ id: entity, key, name, system_prompt, limits, interactions_days },
      ...(quotas && { quotas }),
    };
    return shown(await this.management.write(createProject, request, this.#options(context, command, entity)));
  }

  async list({ caller, call }: RequestContext, page: ListQuery): Promise<Page<ProjectResponse>> {
    const only = caller.projectId === null ? null : [caller.projectId];
    return mapPage(await this.management.read(listProjects, { ...page, only }, call), shown);
  }

  async read({ caller }: RequestContext, idOrKey: string): Promise<ProjectResponse> {
    // Read your writes: a change through another gateway must be visible here.
    await this.directory.replica.fence();
    return shown(await this.access.resolve(caller, idOrKey));
  }

  async usage({ caller, call }: RequestContext, idOrKey: string): Promise<ProjectUsageResponse> {
    const { id: project_id } = await this.access.resolve(caller, idOrKey);
    const [storage, record] = await Promise.all([
      this.management.read(readStorageUsage, { project_id }, call),
      this.management.read(readInteractionsUsage, { project_id }, call),
    ]);
    return { ...storage, ...record };
  }

  async update(context: RequestContext, idOrKey: string, changes: UpdateProject): Promise<ProjectResponse> {
    const { command, id } = await this.#target(context, idOrKey);
    return shown(await this.management.write(updateProject, { id, changes }, this.#options(context, command, id)));
  }

  async remove(context: RequestContext, idOrKey: string): Promise<void> {
    const { command, id } = await this.#target(context, idOrKey);
    await this.management.write(deleteProject, { id }, this.#options(context, command, id));
  }

  async #target(context: RequestContext, idOrKey: string): Promise<{ command: string; id: string }> {
    const { command } = writeIds(context, context.caller.projectId);
    const find = async () => this.access.resolve(context.caller, idOrKey);
    return { command, id: await this.management.target(context, command, lookUpProjectsCommand, find) };
  }

  #options({ call }: RequestContext, id: string, key: string) {
    return { call, id, key, changes: this.directory.replica };
  }
}

function shown({ quotas = {}, limits = null, interactions_days = null, ...project }: Project): ProjectResponse {
  const { id, key, name, system_prompt, created_at, updated_at } = project;
  const { bytes = null, objects = null, upload_sessions = null, interactions = null } = quotas;
  const shownQuotas = { bytes, objects, upload_sessions, interactions };
  return {
    ...{ id, key, name, system_prompt, limits, quotas: shownQuotas, interactions_days },
    ...{ created_at, updated_at },
  };
}
