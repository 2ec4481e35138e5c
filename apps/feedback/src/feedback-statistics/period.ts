import type { FeedbackStatisticsRequest } from '@earshot/contracts-feedback';
import type { Period } from '../summaries/period.js';

/** A period as whole hours, which summaries cover, and partial hours at its ends. */
export interface Parts {
  /** null for none. */
  readonly hours: Period | null;
  readonly edges: readonly Period[];
}

const hourMs = 3_600_000;

/** Splits a period. Minutes have no summaries. */
export function partsOf({ from, to, interval }: Pick<FeedbackStatisticsRequest, 'from' | 'to' | 'interval'>): Parts {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const firstHour = Math.ceil(begin / hourMs) * hourMs;
  const lastHour = Math.floor(end / hourMs) * hourMs;
  if (interval === 'minute' || firstHour >= lastHour) return { hours: null, edges: [{ from: begin, to: end }] };
  const edges = [
    { from: begin, to: firstHour },
    { from: lastHour, to: end },
  ];
  return { hours: { from: firstHour, to: lastHour }, edges: edges.filter((edge) => edge.from < edge.to) };
}
