import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../api/client.js';
import { campaignsThatCount, standingsOf, warmupWords } from './campaigns.js';

const campaign = (changes: Partial<Schemas['AbCampaign']>) =>
  ({
    key: 'c',
    metric: 'helpful',
    models: ['a', 'b', 'c'],
    feedback_type: 'preference',
    status: 'warmup',
    ...changes,
  }) as Schemas['AbCampaign'];

describe('campaigns of a judgement', () => {
  it('run, count preferences under the metric and have both models of a pair', () => {
    const counts = (changes: Partial<Schemas['AbCampaign']>, pairs: [string, string][] = [['a', 'b']]) =>
      campaignsThatCount([campaign(changes)], 'helpful', pairs).length === 1;
    expect(counts({})).toBe(true);
    expect(counts({ status: 'in_progress' })).toBe(true);
    expect(
      counts({}, [
        ['a', 'x'],
        ['c', 'a'],
      ]),
    ).toBe(true);
    expect(
      counts({}, [
        ['x', 'a'],
        ['x', 'b'],
      ]),
    ).toBe(false);
    expect(counts({ status: 'done' })).toBe(false);
    expect(counts({ feedback_type: 'metric' })).toBe(false);
    expect(counts({ metric: 'other' })).toBe(false);
  });

  it('show the counts of the compared models', () => {
    const models = [
      { model: 'a', count: 3, wins: 2, losses: 1, ties: 0 },
      { model: 'b', count: 3, wins: 1, losses: 2 },
      { model: 'c', count: 9, wins: 9 },
    ];
    expect(standingsOf({ models }, ['a', 'b'])).toEqual([
      { model: 'a', wins: 2, losses: 1, ties: 0 },
      { model: 'b', wins: 1, losses: 2, ties: 0 },
    ]);
  });

  it('say how many conversations are counted until each model has enough', () => {
    const words = (...counts: number[]) => warmupWords({ models: counts.map((count) => ({ model: 'a', count })) });
    expect(words(12, 3)).toBe('3 of 10 conversations before it can name a winner.');
    expect(words(12, 10)).toBeNull();
  });
});
