import type { ApiKey, ApiKeyState } from '@earshot/contracts-projects';
import type { ApiKeyEntity } from '../database/entities/api-key.entity.js';

/** The key of a row, as it is shown. */
export function toApiKey(row: ApiKeyEntity): ApiKey {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    permissions: row.permissions,
    // Those from before could do so where they might manage: they keep it.
    manages_keys: row.managesKeys ?? row.permissions.includes('manage'),
    limits: row.limits,
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The key of a row, as it is published to those who check callers. */
export function toApiKeyState(row: ApiKeyEntity): ApiKeyState {
  const { last_used_at: _, ...key } = toApiKey(row);
  return { ...key, hash: row.hash };
}
