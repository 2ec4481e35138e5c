import { describe, expect, it } from '@jest/globals';
import type { ComparisonEntity } from '../database/entities/comparison.entity.js';
import { changesOf } from './comparison.js';

const comparison: ComparisonEntity = {
  id: 'c',
  project_id: 'p',
  metric_id: 'm',
  preferred_id: 'a',
  preferred_session_id: 's',
  preferred_model: 'p/good',
  preferred_model_id: null,
  other_id: 'b',
  other_session_id: 's',
  other_model: 'p/bad',
  other_model_id: null,
  tied: null,
  user_id: null,
  created_at: '2026-01-31T23:59:59.999Z',
};

/** Wins, losses and ties of each model. */
function tally(changed: Partial<ComparisonEntity>, sign: 1 | -1 = 1) {
  const models: Record<string, number[]> = {};
  for (const { model, wins, losses, ties, day } of changesOf({ ...comparison, ...changed }, sign)) {
    expect(day).toBe('2026-01-31');
    const before = models[model] ?? [0, 0, 0];
    models[model] = [wins, losses, ties].map((count, index) => count + (before[index] ?? 0));
  }
  return models;
}

describe('a comparison', () => {
  it('is a win for one model, a loss for the other, and one of each overall', () => {
    expect(tally({})).toEqual({ '*': [1, 1, 0], 'p/good': [1, 0, 0], 'p/bad': [0, 1, 0] });
  });

  it('that is tied is one tie for each model, and one overall', () => {
    expect(tally({ tied: 'bad' })).toEqual({ '*': [0, 0, 1], 'p/good': [0, 0, 1], 'p/bad': [0, 0, 1] });
  });

  it('of a model with itself is counted once', () => {
    expect(tally({ other_model: 'p/good' })).toEqual({ '*': [1, 1, 0], 'p/good': [1, 1, 0] });
    expect(tally({ other_model: 'p/good', tied: 'good' })).toEqual({ '*': [0, 0, 1], 'p/good': [0, 0, 1] });
  });

  it('that is removed cancels its counts', () => {
    expect(tally({}, -1)).toEqual({ '*': [-1, -1, 0], 'p/good': [-1, 0, 0], 'p/bad': [0, -1, 0] });
  });
});
