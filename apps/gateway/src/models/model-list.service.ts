import { Injectable } from '@nestjs/common';
import type { ModelListResponse } from '@earshot/dto-inference';
import type { Caller } from '../auth/caller.js';
import { ModelDirectory } from '../directory/model-directory.js';
import { ProjectDirectory } from '../directory/project-directory.js';

/** Lists models from memory: clients ask for them at every start. */
@Injectable()
export class ModelListService {
  constructor(
    private readonly models: ModelDirectory,
    private readonly projects: ProjectDirectory,
  ) {}

  /** What the caller may name in requests, by name. External models only stand for answers that were made elsewhere. */
  list({ projectId }: Caller): ModelListResponse {
    const data: ModelListResponse['data'] = [];
    for (const model of this.models.all()) {
      const project = this.projects.replica.get(model.project_id);
      if (project === undefined || (projectId !== null && projectId !== project.id)) continue;
      if (model.provider.kind === 'external') continue;
      const created = Math.floor(Date.parse(model.created_at) / 1_000);
      data.push({ id: `${project.key}/${model.key}`, object: 'model', created, owned_by: project.key });
    }
    return { object: 'list', data: data.sort((one, other) => (one.id < other.id ? -1 : 1)) };
  }
}
