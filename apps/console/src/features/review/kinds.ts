import type { Queue } from '../review-queues/queries.js';

/** Kinds of queues in plain words. */
export const kindNames: Readonly<Record<Queue['kind'], string>> = { compare: 'Compare inbox', rate: 'Rate' };

/** Kinds to choose from. */
export const kinds = [
  { id: 'compare', label: kindNames.compare, description: 'Which of two answers is better' },
  { id: 'rate', label: kindNames.rate, description: 'Values for one metric' },
] as const;
