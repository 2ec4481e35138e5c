import type { ProjectResponse } from '@earshot/dto-projects';

/** Converts a project, without its resources. */
export function toProjectRef({
  id,
  key,
  name,
  created_at,
}: Pick<ProjectResponse, 'id' | 'key' | 'name' | 'created_at'>) {
  return { id, key, name, description: '', createdAt: Date.parse(created_at) };
}
