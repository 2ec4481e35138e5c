import { formatMean } from '../../ui/format.js';
import { firstDay, type MetricRange } from './metrics-search.js';
import type { Summary } from './queries.js';

/** Some of the answers that were judged under a metric. */
export interface Answers {
  readonly label: string;
  /** Search params of the list of interactions. */
  readonly search: {
    readonly metric: string;
    readonly min?: number;
    readonly max?: number;
    readonly created_after?: string;
  };
}

/**
 * Returns the filters of the good and the bad answers: by value, or on both sides of the mean.
 *
 * @param readAt When the summary was read, ms since 1970.
 */
export function answersOf(
  { metric, mean }: Pick<Summary, 'metric' | 'mean'>,
  range: MetricRange | undefined,
  readAt: number,
): readonly Answers[] {
  if (mean === null) return [];
  const day = firstDay(range, readAt);
  const common = { metric: metric.key, ...(day !== undefined && { created_after: `${day}T00:00:00.000Z` }) };
  if (metric.kind === 'bool')
    return [0, 1].map((value) => ({
      label: value === 1 ? 'Yes' : 'No',
      search: { ...common, min: value, max: value },
    }));
  return [
    { label: `≤ ${formatMean(mean)}`, search: { ...common, max: mean } },
    { label: `≥ ${formatMean(mean)}`, search: { ...common, min: mean } },
  ];
}
