import type { InteractionFilter } from '@earshot/contracts-interactions';
import type { DatasetFile } from '@earshot/contracts-storage';
import type { DatasetResponse } from '@earshot/dto-storage';
import { shownFilter } from '../interactions/interaction-filters.service.js';

/** Maps a dataset to the response, with its progress and its source. */
export function toDatasetResponse(file: DatasetFile): DatasetResponse {
  const { kind: _, content_type: __, source, manifest_size = null, rows_expected = null, ...dataset } = file;
  const { cancelled_at = null } = file;
  const from = source === undefined ? null : { ...source, filter: shownFilter(source.filter as InteractionFilter) };
  const status = cancelled_at === null ? file.status : 'cancelled';
  return { ...dataset, status, percent: percentOf(file), rows_expected, from, manifest_size, cancelled_at };
}

/** The end of an export is an estimate, so that it reaches 100 only when it is ready. */
function percentOf({ status, size, bytes, source, rows, rows_expected: expected = null }: DatasetFile): number {
  if (status === 'ready') return 100;
  if (source !== undefined) return expected ? Math.min(99, Math.floor((100 * rows) / expected)) : 0;
  return size === 0 ? 0 : Math.floor((100 * bytes) / size);
}
