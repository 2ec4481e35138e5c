import { describe, expect, it } from '@jest/globals';
import { adviceOf, formatProbability } from './advice.js';
import type { Report } from './queries.js';

function reportOf(changes: Partial<Report>, counts = [12, 12]): Report {
  const models = ['large', 'small'].map((model, index) => ({
    model,
    count: counts[index] as number,
    values: counts[index] as number,
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
  it('names the models that lack observations during the warmup', () => {
    const { title, text } = adviceOf(reportOf({ status: 'warmup' }, [12, 3]));
    expect([title, text]).toEqual(['Too early to tell', expect.stringMatching(/needs 10 .* small has 3\.$/)]);
  });

  it('says to stop once there is a winner, and not before', () => {
    expect(adviceOf(reportOf({})).title).toBe('Keep going');
    expect(adviceOf(reportOf({ status: 'done', winner: 'large' })).title).toBe('You may stop: large is the best');
  });

  it('repeats the summary of the interface', () => {
    for (const status of ['in_progress', 'done', 'cancelled'] as const)
      expect(adviceOf(reportOf({ status, winner: 'large' })).text).toContain('The summary.');
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
