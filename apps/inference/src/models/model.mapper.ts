import type { Model } from '@earshot/contracts-inference';
import type { ModelEntity } from '../database/entities/model.entity.js';

/** The model of a row, as it is shown and published. */
export function toModel(row: ModelEntity): Model {
  return {
    id: row.id,
    project_id: row.projectId,
    key: row.key,
    name: row.name,
    provider: row.provider as Model['provider'],
    capabilities: row.capabilities,
    system_prompt: row.systemPrompt,
    parameters: row.parameters,
    fallback: row.fallback,
    default: row.isDefault,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The row of a model. */
export function toRow(model: Model): ModelEntity {
  return {
    id: model.id,
    projectId: model.project_id,
    key: model.key,
    name: model.name,
    provider: model.provider,
    capabilities: model.capabilities,
    systemPrompt: model.system_prompt,
    parameters: model.parameters,
    fallback: model.fallback,
    isDefault: model.default,
    createdAt: new Date(model.created_at),
    updatedAt: new Date(model.updated_at),
  };
}
