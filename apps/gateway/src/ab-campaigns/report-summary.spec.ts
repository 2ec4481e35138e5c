import { describe, expect, it } from '@jest/globals';
import { summaryOf, type SummarisedReport } from './report-summary.js';

const judged = (model: string, count: number, mean: number | null, interval: [number, number] | null, best = 0.5) => ({
  model,
  count,
  values: count,
  mean,
  interval,
  probability_best: best,
});
const summaryWith = (fields: Partial<SummarisedReport>): string =>
  summaryOf({
    status: 'in_progress',
    winner: null,
    feedback_type: 'metric',
    metric: 'helpful',
    warmup_count: 10,
    lowerIsBetter: false,
    models: [],
    ...fields,
  });

describe('the summary of a report', () => {
  it('reports what is missing while the campaign warms up', () => {
    const models = [judged('large', 12, 0.8, [0.4, 1]), judged('small', 4, 0.5, [0.1, 0.9])];
    expect(summaryWith({ status: 'warmup', models })).toBe(
      "Warming up: each model needs 10 sessions with values under 'helpful' before anything is decided; 'small' has 4.",
    );
    const none = [judged('large', 0, null, [0, 1]), judged('small', 0, null, [0, 1])];
    expect(summaryWith({ status: 'warmup', models: none, feedback_type: 'preference' })).toContain(
      "10 pairs of compared sessions under 'helpful' before anything is decided; 'large' has 0, 'small' has 0.",
    );
  });

  it('names the leader, and the models that are not ruled out', () => {
    const models = [
      judged('tiny', 50, 0.1, [0.05, 0.2], 0),
      judged('large', 60, 0.7833, [0.62, 0.89], 0.984),
      judged('small', 58, 0.55, [0.38, 0.71], 0.016),
    ];
    expect(summaryWith({ models })).toBe(
      "No winner yet: 'large' leads under 'helpful' with 0.783 (0.62 to 0.89) and is the best with a probability of 98%, but 'small' with 0.55 (0.38 to 0.71) is not ruled out.",
    );
  });

  it('uses the direction of the metric', () => {
    const models = [judged('fast', 50, 90, [80, 100], 1), judged('slow', 50, 200, [150, 250], 0)];
    expect(summaryWith({ models, lowerIsBetter: true })).toBe(
      "'fast' leads under 'helpful' with 90 (80 to 100) and is the best with a probability of more than 99%; its interval lies beyond those of all others.",
    );
    expect(summaryWith({ models })).toContain("but 'slow' with 200 (150 to 250) is not ruled out");
  });

  it('names the winner of a finished campaign, or reports that there is none', () => {
    const models = [judged('large', 60, 0.9, [0.8, 0.95], 1), judged('small', 58, 0.5, [0.4, 0.6], 0)];
    expect(summaryWith({ status: 'done', winner: 'large', models })).toBe(
      "'large' has won under 'helpful' with 0.9 (0.8 to 0.95); 'small' has 0.5 (0.4 to 0.6).",
    );
    expect(summaryWith({ status: 'done', models })).toBe('Done without a winner.');
    expect(summaryWith({ status: 'cancelled', models })).toMatch(/^Cancelled without a winner\. 'large' leads/);
  });

  it('makes no claim without data', () => {
    const none = [judged('large', 0, null, null), judged('small', 0, null, null)];
    expect(summaryWith({ status: 'cancelled', models: none })).toBe(
      "Cancelled without a winner. There is no feedback under 'helpful' yet.",
    );
    const same = [judged('large', 12, 5, null), judged('small', 12, 5, null)];
    expect(summaryWith({ models: same })).toBe(
      "No winner yet: the feedback under 'helpful' does not differ, or there is too little of it.",
    );
  });
});
