import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import type { CallContext } from '@earshot/contracts-core';
import {
  projectsState,
  type CreateProject,
  type DeleteProject,
  type ListProjects,
  type Project,
  type UpdateProject,
} from '@earshot/contracts-projects';
import { nextUpdate, now, type Transaction } from '@earshot/persistence';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import type { ProjectEntity } from '../database/entities/project.entity.js';
import { ProjectsRepository } from './projects.repository.js';

/** The rules of projects. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly repository: ProjectsRepository,
    private readonly apiKeys: ApiKeysService,
    private readonly changes: ResourceChanges,
  ) {}

  /** @throws AppError `key_taken`, `id_taken` */
  async create(tx: Transaction, request: CreateProject, call: CallContext): Promise<Project> {
    const created_at = now();
    const defaults = { limits: null, quotas: {}, interactions_days: null };
    const project = { ...defaults, ...request, created_at, updated_at: created_at };
    await this.repository.insert(tx, project);
    await this.#publish(tx, null, project, call);
    return project;
  }

  /** @throws AppError `project_not_found`, `key_taken` */
  async update(tx: Transaction, { id, changes }: UpdateProject, call: CallContext): Promise<Project> {
    const before = await this.repository.lock(tx, id);
    const quotas = { ...before.quotas, ...changes.quotas };
    const after = { ...before, ...changes, quotas, updated_at: nextUpdate(before.updated_at) };
    await this.repository.update(tx, after);
    await this.#publish(tx, before, after, call);
    return after;
  }

  /** Deletes a project and revokes its keys. @throws AppError `project_not_found` */
  async delete(tx: Transaction, { id }: DeleteProject, call: CallContext): Promise<{ id: string }> {
    // Locked first: nobody can add a key between the two deletions.
    const project = await this.repository.lock(tx, id);
    await this.apiKeys.revokeAll(tx, id, call);
    await this.repository.delete(tx, id);
    await this.#publish(tx, project, null, call);
    return { id };
  }

  /** Lists projects, the oldest first. @throws AppError `cursor_invalid` */
  async list(tx: Transaction, { only, limit, cursor }: ListProjects) {
    const { rows, nextCursor } = await this.repository.page(tx, only, { limit, cursor });
    return { data: rows, next_cursor: nextCursor };
  }

  #publish(
    tx: Transaction,
    before: ProjectEntity | null,
    after: ProjectEntity | null,
    call: CallContext,
  ): Promise<void> {
    const project_id = (after ?? before)?.id ?? null;
    return this.changes.publish(tx, projectsState, { resource: 'project', project_id, before, after }, call);
  }
}
