import type { ModelResponse } from '@earshot/dto-inference';
import type { ProjectResponse } from '@earshot/dto-projects';
import { toProjectRef } from '../projects/project.mapper.js';
import { googleHost } from './external-provider.mapper.js';

type ProjectRef = Pick<ProjectResponse, 'id' | 'key' | 'name' | 'created_at'>;

/** Converts a model. */
export function toModel({ id, key, name, created_at, provider }: ModelResponse, project: ProjectRef) {
  return {
    ...{ id, key, name, error: null, size: null, computeConfig: null, backbone: null },
    online: provider.kind === 'external' ? 'OFFLINE' : 'ONLINE',
    projects: [toProjectRef(project)],
    isExternal: provider.kind !== 'llama',
    providerName: providerNameOf(provider),
    isAdapter: false,
    isTraining: false,
    createdAt: Date.parse(created_at),
  };
}

/** Converts a model to its use in its project. */
export function toModelService(model: ModelResponse, project: ProjectRef) {
  const { id, key, name, created_at } = model;
  return {
    ...{ id, key, name, model: toModel(model, project), isDefault: model.default, desiredOnline: true },
    createdAt: Date.parse(created_at),
  };
}

function providerNameOf(provider: ModelResponse['provider']): string {
  if (provider.kind === 'anthropic') return 'ANTHROPIC';
  if (provider.kind !== 'openai') return 'HARMONY';
  return provider.base_url.includes(`//${googleHost}/`) ? 'GOOGLE' : 'OPEN_AI';
}
