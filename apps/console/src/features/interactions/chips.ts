import { valueWords } from '../../ui/format.js';
import type { Metric } from '../metrics/queries.js';
import { filterOf, type InteractionSearch, type Range } from './filter.js';

/** An active filter, with the search params after its removal. */
export interface FilterChip {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly without: InteractionSearch;
}

/** Names of time ranges. */
export const rangeNames: Readonly<Record<Range, string>> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

const names = {
  text: 'Answer contains',
  model: 'Model',
  user: 'User',
  session_id: 'Session',
  ab_campaign: 'Campaign',
  finish_reason: 'Finish reason',
} as const;

/**
 * Returns one chip for each active filter, in a fixed order.
 *
 * @param metrics those of the project, as far as they are known
 */
export function chipsOf(
  search: InteractionSearch,
  formatTime: (iso: string) => string,
  metrics: readonly Pick<Metric, 'key' | 'kind'>[],
): readonly FilterChip[] {
  const chips: FilterChip[] = [];
  const add = (id: string, name: string, value: string | undefined, change: Partial<InteractionSearch>) => {
    if (value !== undefined) chips.push({ id, name, value, without: without(search, change) });
  };
  for (const [field, name] of Object.entries(names))
    add(field, name, search[field as keyof typeof names], { [field]: undefined });
  add('metric', 'Metric', metricText(search, metrics), { metric: undefined, min: undefined, max: undefined });
  for (const field of ['label', 'tag'] as const)
    for (const value of search[field] ?? [])
      add(`${field} ${value}`, field === 'label' ? 'Label' : 'Tag', value, { [field]: others(search[field], value) });
  add('time', 'Time', timeText(search, formatTime), {
    range: undefined,
    created_after: undefined,
    created_before: undefined,
  });
  return chips;
}

function without(search: InteractionSearch, change: Partial<InteractionSearch>): InteractionSearch {
  const entries = Object.entries({ ...filterOf(search), ...change });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function others(values: readonly string[] | undefined, value: string): readonly string[] | undefined {
  const rest = (values ?? []).filter((other) => other !== value);
  return rest.length === 0 ? undefined : rest;
}

function metricText(
  { metric, min, max }: InteractionSearch,
  metrics: readonly Pick<Metric, 'key' | 'kind'>[],
): string | undefined {
  if (metric === undefined) return undefined;
  const isYesNo = metrics.some(({ key, kind }) => key === metric && kind === 'bool');
  if (isYesNo && min === max && (min === 0 || min === 1)) return `${metric} = ${valueWords(min === 1)}`;
  if (min !== undefined && max !== undefined)
    return min === max ? `${metric} = ${min}` : `${metric} from ${min} to ${max}`;
  if (min !== undefined) return `${metric} ≥ ${min}`;
  return max === undefined ? metric : `${metric} ≤ ${max}`;
}

function timeText(search: InteractionSearch, formatTime: (iso: string) => string): string | undefined {
  const { range, created_after: after, created_before: before } = search;
  if (range !== undefined) return rangeNames[range];
  if (after !== undefined && before !== undefined) return `${formatTime(after)} to ${formatTime(before)}`;
  if (after !== undefined) return `from ${formatTime(after)}`;
  return before === undefined ? undefined : `before ${formatTime(before)}`;
}
