import type { Schemas } from '../../api/client.js';
import { toApiFilter, type InteractionSearch } from '../interactions/filter.js';
import type { Format } from './datasets-search.js';

/** Why a filter does not fit a format; null if it does. */
export function formatProblem(format: Format, filter: InteractionSearch): string | null {
  if (format === 'kto' && filter.metric === undefined) return 'KTO needs a metric of true and false in the filters.';
  if (format === 'dpo' && filter.metric === undefined)
    return 'DPO takes the comparisons under a metric: add it to the filters.';
  const isBounded = filter.min !== undefined || filter.max !== undefined;
  return format === 'dpo' && isBounded ? 'DPO takes comparisons, which have no values: remove the bounds.' : null;
}

/** The body that builds a dataset. @param now end of a relative time range, in ms */
export function buildBody(
  fields: { readonly key: string; readonly name: string; readonly format: Format },
  filter: InteractionSearch,
  now: number,
): Schemas['CreateDataset'] {
  const { key, name, format } = fields;
  const { label = [], tag = [], ...others } = toApiFilter(filter, now);
  return {
    key,
    name: name === '' ? undefined : name,
    from: { kind: 'interactions', format, filter: { ...others, label: [...label], tag: [...tag] } },
  };
}
