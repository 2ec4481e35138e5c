import type { DatasetFile } from '@earshot/contracts-storage';
import type { DatasetResponse } from '@earshot/dto-storage';

/** A dataset as callers may see it. */
export function toDatasetResponse(dataset: DatasetFile): DatasetResponse {
  const { id, key, name, project_id, status, size, rows, bytes, errors, original_kept, recipe_size } = dataset;
  const { created_at, updated_at } = dataset;
  const percent = status === 'ready' ? 100 : Math.floor((100 * bytes) / size);
  const progress = { rows, bytes, percent };
  return {
    id,
    key,
    name,
    project_id,
    status,
    size,
    ...progress,
    errors,
    original_kept,
    recipe_size,
    created_at,
    updated_at,
  };
}
