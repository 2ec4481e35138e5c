import type { ComparisonEntity } from '../database/entities/comparison.entity.js';

/** Change of the wins, losses and ties of a model; `*` is all models together. */
export interface ComparisonChange {
  readonly metric_id: string;
  /** UTC, `2026-01-31`. */
  readonly day: string;
  readonly model: string;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** All models together; no model has this name. */
export const allModels = '*';

/** The changes of the summaries by a comparison that is added (1) or removed (-1). */
export function changesOf(comparison: ComparisonEntity, sign: 1 | -1): ComparisonChange[] {
  const { metric_id, preferred_model, other_model, tied, created_at } = comparison;
  const cell = { metric_id, day: created_at.slice(0, 10), wins: 0, losses: 0, ties: 0 };
  if (tied !== null) {
    const models = new Set([allModels, preferred_model, other_model]);
    return [...models].map((model) => ({ ...cell, model, ties: sign }));
  }
  return [
    { ...cell, model: allModels, wins: sign, losses: sign },
    { ...cell, model: preferred_model, wins: sign },
    { ...cell, model: other_model, losses: sign },
  ];
}
