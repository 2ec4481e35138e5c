import type { Schemas } from '../../api/client.js';
import { modelName } from '../../ui/format.js';

/** Feedback or a comparison, as the list of recent ones shows it. */
export interface RecentEntry {
  readonly id: string;
  readonly created_at: string;
  readonly metric: string;
  /** The interaction to open; of a comparison that of the preferred answer. */
  readonly completion: string;
  /** A value, or the outcome of a comparison in words. */
  readonly result: boolean | number | { readonly words: string };
  readonly reason: string | null;
}

/** The newest of feedback and comparisons, each given newest first. */
export function newestOf(
  feedback: readonly Schemas['Feedback'][],
  comparisons: readonly Schemas['Comparison'][],
  count: number,
): RecentEntry[] {
  const values = feedback.map(({ id, created_at, metric, completion_id: completion, value, reason }) => {
    return { id, created_at, metric, completion, result: value, reason };
  });
  const verdicts = comparisons.map(({ id, created_at, metric, preferred, other, tied }) => {
    const words = outcomeOf(nameOf(preferred.model), nameOf(other.model), tied);
    return { id, created_at, metric, completion: preferred.completion_id, result: { words }, reason: null };
  });
  return [...values, ...verdicts].sort((one, two) => two.created_at.localeCompare(one.created_at)).slice(0, count);
}

function outcomeOf(preferred: string, other: string, tied: 'good' | 'bad' | null): string {
  return tied === null ? `${preferred} over ${other}` : `${preferred} and ${other}: both ${tied}`;
}

const nameOf = (model: string | null) => modelName(model) ?? 'another answer';
