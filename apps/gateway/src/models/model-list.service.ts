import { Injectable } from '@nestjs/common';
import { isExternal, type Model } from '@earshot/contracts-inference';
import { ModelDirectory, ProjectDirectory } from '@earshot/directory';
import type { ListedModelResponse, ModelListResponse } from '@earshot/dto-inference';
import { notFound } from '@earshot/errors';
import type { Caller } from '../auth/caller.js';
import { ProjectAccess } from '../auth/project-access.js';
import { ModelNames } from './model-names.js';

/**
 * Shows what callers may name in requests, by name. External models only stand for answers that were made elsewhere, so
 * they are left out.
 */
@Injectable()
export class ModelListService {
  constructor(
    private readonly models: ModelDirectory,
    private readonly projects: ProjectDirectory,
    private readonly access: ProjectAccess,
    private readonly names: ModelNames,
  ) {}

  /** What the caller may name, changes that another gateway has answered included. */
  async list({ projectId }: Caller): Promise<ModelListResponse> {
    await Promise.all([this.models.replica.fence(), this.projects.replica.fence()]);
    const data: ListedModelResponse[] = [];
    for (const model of this.models.replica.values()) {
      const project = this.projects.get(model.project_id);
      if (project === undefined || (projectId !== null && projectId !== project.id)) continue;
      if (!isExternal(model)) data.push(shown(project.key, model));
    }
    return { object: 'list', data: data.sort((one, other) => (one.id < other.id ? -1 : 1)) };
  }

  /**
   * Returns the model that a chat with this name would use.
   * @throws AppError `model_not_found`, as {@link ProjectAccess.resolve}
   */
  async find(caller: Caller, name: string): Promise<ListedModelResponse> {
    const names = this.names.of(caller, name);
    const project = await this.access.resolve(caller, names.project, 'model');
    await this.models.replica.fence();
    const model = this.models.findOrDefault(project.id, names.model);
    if (model === undefined || isExternal(model)) throw notFound('model', name, { param: 'model' });
    return shown(project.key, model);
  }
}

function shown(project: string, { key, created_at }: Model): ListedModelResponse {
  const created = Math.floor(Date.parse(created_at) / 1_000);
  return { id: `${project}/${key}`, object: 'model', created, owned_by: project };
}
