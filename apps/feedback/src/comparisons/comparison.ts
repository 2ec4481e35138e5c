import type { ComparisonEntity } from '../database/entities/comparison.entity.js';

/** What one comparison adds to what a model won, lost and tied; of all models together under `*`. */
export interface ComparisonChange {
  readonly metricId: string;
  /** UTC, `2026-01-31`. */
  readonly day: string;
  readonly model: string;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** Stands for all models together: no model has such a name. */
export const allModels = '*';

/** What a comparison adds to the summaries, or (-1) takes away again. */
export function changesOf(comparison: ComparisonEntity, sign: 1 | -1): ComparisonChange[] {
  const { metricId, preferredModel, otherModel, tied, createdAt } = comparison;
  const cell = { metricId, day: createdAt.toISOString().slice(0, 10), wins: 0, losses: 0, ties: 0 };
  if (tied !== null) {
    const models = new Set([allModels, preferredModel, otherModel]);
    return [...models].map((model) => ({ ...cell, model, ties: sign }));
  }
  return [
    { ...cell, model: allModels, wins: sign, losses: sign },
    { ...cell, model: preferredModel, wins: sign },
    { ...cell, model: otherModel, losses: sign },
  ];
}
