import { describe, expect, it } from '@jest/globals';
import { adviceOf, formatProbability } from './advice.js';
import type { Report } from './queries.js';

function reportOf(changes: Partial<Report>): Report {
  const models = ['large', 'small'].map((model) => ({
    model,
    count: 12,
    values: 12,
    mean: 0.5,
    interval: null,
    probability_best: 0.5,
  }));
  return {
    status: 'in_progress',
    winner: null,
    summary: 'The summary.',
    feedback_type: 'preference',
    metric: 'helpful',
    models,
    ...changes,
  };
}

describe('the advice of a campaign', () => {
  it('says to stop once there is a winner, and not before', () => {
    expect(adviceOf(reportOf({})).title).toBe('Keep going');
    expect(adviceOf(reportOf({ status: 'done', winner: 'large' })).title).toBe('You may stop: large is the best');
  });

  it('repeats the summary of the interface', () => {
    for (const status of ['warmup', 'in_progress', 'done'] as const)
      expect(adviceOf(reportOf({ status, winner: 'large' })).text).toContain('The summary.');
  });

  it('says of an ended campaign once that it has no winner', () => {
    const { title, text } = adviceOf(reportOf({ status: 'cancelled' }));
    expect(title).toBe('Ended without a winner');
    expect(text).not.toMatch(/winner|summary/);
  });
});

it('no probability is shown as certain', () => {
  expect([0, 0.0004, 0.5, 0.9994, 1].map(formatProbability)).toEqual([
    '< 0.1%',
    '< 0.1%',
    '50.0%',
    '> 99.9%',
    '> 99.9%',
  ]);
});
