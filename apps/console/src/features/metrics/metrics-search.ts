import { flagParam, textParam, wordParam } from '../resource/search.js';

/** Time ranges of a summary, by their length in days. */
export const rangeDays = { '1d': 1, '7d': 7, '30d': 30 } as const;

/** A time range of a summary. */
export type MetricRange = keyof typeof rangeDays;

const dayMs = 86_400_000;

/** Search params of the view of metrics. */
export interface MetricsSearch {
  /** Key of the metric whose summary is shown. */
  readonly metric?: string;
  readonly range?: MetricRange;
  readonly new?: true;
  /** Key of the metric whose form is open. */
  readonly edit?: string;
}

/** Reads the search params of the view of metrics. */
export function parseMetricsSearch(raw: Record<string, unknown>): MetricsSearch {
  return {
    metric: textParam(raw['metric']),
    range: wordParam(raw['range'], Object.keys(rangeDays) as MetricRange[]),
    new: flagParam(raw['new']),
    edit: textParam(raw['edit']),
  };
}

/** The first day (UTC) of a range that ends now; undefined for all days. */
export function firstDay(range: MetricRange | undefined, now: number): string | undefined {
  if (range === undefined) return undefined;
  return new Date(now - (rangeDays[range] - 1) * dayMs).toISOString().slice(0, 10);
}
