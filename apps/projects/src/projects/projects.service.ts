import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  auditEntryOf,
  auditRecorded,
  projectsState,
  type AuditedChange,
  type CreateProject,
  type DeleteProject,
  type ListProjects,
  type Project,
  type UpdateProject,
} from '@earshot/contracts-projects';
import { Outbox, type Transaction } from '@earshot/persistence';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import type { ProjectEntity } from '../database/entities/project.entity.js';
import { nextUpdate } from '../database/next-update.js';
import { toProject } from './project.mapper.js';
import { ProjectsRepository } from './projects.repository.js';

/** A project before and after a change. */
type Sides = Pick<AuditedChange, 'before' | 'after'>;

/** The rules of projects. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly repository: ProjectsRepository,
    private readonly apiKeys: ApiKeysService,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `key_taken`, `id_taken` */
  async create(tx: Transaction, request: CreateProject, call: CallContext): Promise<Project> {
    const { id, key, name, system_prompt: systemPrompt, limits = null, quotas = {} } = request;
    const { interactions_days: interactionsDays = null } = request;
    const now = new Date();
    const row: ProjectEntity = {
      id,
      key,
      name,
      systemPrompt,
      limits,
      quotas,
      interactionsDays,
      createdAt: now,
      updatedAt: now,
    };
    await this.repository.insert(tx, row);
    await this.#audit(tx, id, { before: null, after: toProject(row) }, call);
    return this.#publish(tx, row, call);
  }

  /** @throws AppError `project_not_found`, `key_taken` */
  async update(tx: Transaction, { id, changes }: UpdateProject, call: CallContext): Promise<Project> {
    const row = await this.repository.lock(tx, id);
    const { key = row.key, name = row.name, limits = row.limits } = changes;
    const { system_prompt: systemPrompt = row.systemPrompt } = changes;
    const { interactions_days: interactionsDays = row.interactionsDays } = changes;
    const changed: ProjectEntity = {
      ...row,
      key,
      name,
      systemPrompt,
      limits,
      quotas: { ...row.quotas, ...changes.quotas },
      interactionsDays,
      updatedAt: nextUpdate(row.updatedAt),
    };
    await this.repository.update(tx, changed);
    await this.#audit(tx, id, { before: toProject(row), after: toProject(changed) }, call);
    return this.#publish(tx, changed, call);
  }

  /** With the project its keys stop being good. @throws AppError `project_not_found` */
  async delete(tx: Transaction, { id }: DeleteProject, call: CallContext): Promise<{ id: string }> {
    // Locked first: nobody can add a key between the two deletions.
    const row = await this.repository.lock(tx, id);
    await this.apiKeys.revokeAll(tx, id, call);
    await this.repository.delete(tx, id);
    await this.#audit(tx, id, { before: toProject(row), after: null }, call);
    await this.outbox.tombstones(tx, projectsState, [id], call);
    return { id };
  }

  /** @throws AppError `cursor_invalid` */
  async list(tx: Transaction, { only, limit, cursor }: ListProjects) {
    const { rows, nextCursor } = await this.repository.page(tx, only, { limit, cursor });
    return { data: rows.map(toProject), next_cursor: nextCursor };
  }

  #audit(tx: Transaction, id: string, sides: Sides, call: CallContext): Promise<void> {
    const change = { resource: 'project', resource_id: id, project_id: id, ...sides } as const;
    return this.outbox.event(tx, auditRecorded, auditEntryOf(change, call), call);
  }

  async #publish(tx: Transaction, row: ProjectEntity, call: CallContext): Promise<Project> {
    const project = toProject(row);
    await this.outbox.state(tx, projectsState, project, call);
    return project;
  }
}
