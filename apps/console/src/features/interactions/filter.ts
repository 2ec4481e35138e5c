import type { paths } from '../../api/schema.js';

type ListQuery = NonNullable<paths['/api/v1/projects/{project}/interactions']['get']['parameters']['query']>;

/** Filter of the list of interactions, as the interface takes it. Absent fields do not filter. */
export type ApiFilter = Omit<ListQuery, 'limit' | 'cursor'> & { readonly text?: string };

/** Why an answer ended. */
export type FinishReason = NonNullable<ListQuery['finish_reason']>;

/** All finish reasons. */
export const finishReasons = ['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled'] as const;

/** Relative time ranges by their length in ms. */
export const ranges = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 } as const;

/** A relative time range that ends now. */
export type Range = keyof typeof ranges;

/** Filters that one text states. */
export const textFields = ['text', 'model', 'user', 'session_id', 'ab_campaign', 'metric'] as const;

/** Search params of the list of interactions: its filter, and the interaction in the side panel. */
export interface InteractionSearch {
  readonly text?: string;
  readonly model?: string;
  readonly user?: string;
  readonly session_id?: string;
  readonly ab_campaign?: string;
  readonly metric?: string;
  readonly min?: number;
  readonly max?: number;
  /** Each `name:value`. */
  readonly label?: readonly string[];
  readonly tag?: readonly string[];
  readonly finish_reason?: FinishReason;
  /** Takes precedence over `created_after` and `created_before`. */
  readonly range?: Range;
  readonly created_after?: string;
  readonly created_before?: string;
  /** Completion id of the interaction in the side panel. */
  readonly open?: string;
}

const maxTextLength = 256;

/** Reads search params. Invalid ones are dropped, so an old or mistyped link still opens. */
export function parseSearch(raw: Record<string, unknown>): InteractionSearch {
  const search: Record<string, unknown> = {};
  for (const name of [...textFields, 'open']) search[name] = textOf(raw[name]);
  for (const name of ['label', 'tag']) search[name] = textsOf(raw[name]);
  for (const name of ['created_after', 'created_before']) search[name] = timeOf(raw[name]);
  search['min'] = numberOf(raw['min']);
  search['max'] = numberOf(raw['max']);
  search['finish_reason'] = finishReasons.find((reason) => reason === raw['finish_reason']);
  search['range'] = (Object.keys(ranges) as Range[]).find((range) => range === raw['range']);
  return compact(search);
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  return text.trim().slice(0, maxTextLength) || undefined;
}

function textsOf(value: unknown): readonly string[] | undefined {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : [...new Set(texts)];
}

function timeOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

/**
 * Returns the filter of the interface. `min` and `max` need a metric, so they are dropped without one.
 *
 * @param now end of a relative range, in ms since 1970
 */
export function toApiFilter(search: InteractionSearch, now: number): ApiFilter {
  const { open: _open, range, created_after, created_before, min, max, label, tag, ...fields } = search;
  const times =
    range === undefined
      ? { created_after, created_before }
      : { created_after: new Date(now - ranges[range]).toISOString() };
  const bounds = search.metric === undefined ? {} : { min, max };
  return compact({ ...fields, ...bounds, ...times, label: label && [...label], tag: tag && [...tag] });
}

/** Returns the part of the search params that filters. */
export function filterOf({ open: _open, ...filter }: InteractionSearch): InteractionSearch {
  return filter;
}

/** Returns the filter of what a list has from one of its interactions on: the time of this is the end. */
export function olderThan({ range, ...filter }: InteractionSearch, createdAt: string): InteractionSearch {
  // Others may have its millisecond, and the end is exclusive. A relative range has no end.
  const created_before = new Date(Date.parse(createdAt) + 1).toISOString();
  const { created_after } = toApiFilter({ ...filter, ...(range && { range }) }, Date.now());
  return compact({ ...filter, created_after: created_after ?? undefined, created_before });
}
