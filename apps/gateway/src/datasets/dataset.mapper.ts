import type { InteractionFilter } from '@earshot/contracts-interactions';
import type { DatasetFile } from '@earshot/contracts-storage';
import type { DatasetResponse } from '@earshot/dto-storage';

/** A dataset as callers may see it. */
export function toDatasetResponse(dataset: DatasetFile): DatasetResponse {
  const { id, key, name, project_id, status, size, rows, bytes, sha256, errors, original_kept, recipe_size } = dataset;
  const { source, manifest_size = null, created_at, updated_at } = dataset;
  return {
    id,
    key,
    name,
    project_id,
    status,
    size,
    rows,
    bytes,
    percent: percentOf(dataset),
    sha256,
    errors,
    from: source === undefined ? null : { ...source, filter: toFilter(source.filter as InteractionFilter) },
    original_kept,
    recipe_size,
    manifest_size,
    created_at,
    updated_at,
  };
}

/** How large a dataset will be that is made of interactions, is known when it is there. */
function percentOf({ status, size, bytes }: DatasetFile): number {
  if (status === 'ready') return 100;
  return size === 0 ? 0 : Math.floor((100 * bytes) / size);
}

/** As callers write it, without what says nothing. */
function toFilter({ labels, tags, model, metric, ...own }: InteractionFilter): Record<string, unknown> {
  const given = {
    ...own,
    model: model === null ? null : 'id' in model ? model.id : model.name,
    label: labels.length === 0 ? null : labels.map(({ name, value }) => `${name}:${value}`),
    tag: tags.length === 0 ? null : tags,
    ...metric,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
