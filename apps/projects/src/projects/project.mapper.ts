import type { Project } from '@earshot/contracts-projects';
import type { ProjectEntity } from '../database/entities/project.entity.js';

/** The project of a row, as it is shown and published. */
export function toProject(row: ProjectEntity): Project {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    system_prompt: row.systemPrompt,
    limits: row.limits,
    interactions_days: row.interactionsDays,
    quotas: row.quotas,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
