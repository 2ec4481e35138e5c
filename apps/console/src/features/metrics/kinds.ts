import type { Metric } from './queries.js';

/** Kinds of metrics in words. */
export const kinds = [
  { id: 'bool', label: 'Yes or no', description: 'Thumbs up or down, a click, a sale' },
  { id: 'scalar', label: 'Number', description: 'Stars, a score, seconds, an amount' },
] as const;

/** The kind of a metric in words. */
export const kindWords = ({ kind }: Pick<Metric, 'kind'>): string => kinds.find(({ id }) => id === kind)?.label ?? kind;
