import type { InteractionFilter } from '@earshot/contracts-interactions';
import type { DatasetFile } from '@earshot/contracts-storage';
import type { DatasetResponse } from '@earshot/dto-storage';

/** Maps a dataset to the response, with its progress and its source. */
export function toDatasetResponse(file: DatasetFile): DatasetResponse {
  const { kind: _, content_type: __, source, manifest_size = null, ...dataset } = file;
  const from = source === undefined ? null : { ...source, filter: toFilter(source.filter as InteractionFilter) };
  return { ...dataset, percent: percentOf(file), from, manifest_size };
}

/** The size of an export is unknown until it is ready: 0 until then. */
function percentOf({ status, size, bytes }: DatasetFile): number {
  if (status === 'ready') return 100;
  return size === 0 ? 0 : Math.floor((100 * bytes) / size);
}

/** Maps a filter to the form of requests, without empty conditions. */
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
