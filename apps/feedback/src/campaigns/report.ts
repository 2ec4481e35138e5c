import type { Metric } from '@earshot/contracts-feedback';
import type { AbCampaign } from '@earshot/contracts-inference';
import type { Duel } from '../statistics/davidson.js';
import { separate, type Better, type Interval } from '../statistics/interval.js';
import { meanIntervals, type Range } from '../statistics/means.js';
import type { Sample } from '../statistics/sample.js';
import { shareIntervals, type Matchup } from '../statistics/shares.js';
import type { CampaignTotals } from './campaign-totals.js';

/** Probability to name a winner among equal models, over all checks of a campaign. */
const alpha = 0.05;

/** Independent observations of each model before a decision. */
export const warmupCount = 10;

interface Common {
  readonly model_ids: readonly string[];
  /** Independent observations of each model. */
  readonly counts: readonly number[];
  readonly intervals: readonly (Interval | null)[];
  readonly better: Better;
}

/** Report data of a campaign that a metric decides. */
export interface MetricReportData extends Common {
  readonly feedback_type: 'metric';
  readonly range: Range;
  /** One for each model, with the number of values. */
  readonly samples: readonly (Sample & { readonly values: number })[];
}

/** Results of two models against each other: independent observations, and (`raw`) comparisons. */
export interface PairResult extends Matchup, Duel {
  readonly raw: { readonly wins: number; readonly losses: number; readonly ties: number };
}

/** Report data of a campaign that comparisons decide. */
export interface PreferenceReportData extends Common {
  readonly feedback_type: 'preference';
  readonly pairs: readonly PairResult[];
}

/** Data of a campaign report. */
export type ReportData = MetricReportData | PreferenceReportData;

/** The fields of a campaign that a report needs. */
export type ReportedCampaign = Pick<AbCampaign, 'model_ids' | 'feedback_type'>;

/** The fields of a metric that a report needs. */
export type ReportedMetric = Pick<Metric, 'kind' | 'scoring_type'>;

/** Computes the report data from the totals of a campaign. */
export function reportDataOf(
  { model_ids, feedback_type }: ReportedCampaign,
  metric: ReportedMetric,
  totals: readonly CampaignTotals[],
): ReportData {
  return feedback_type === 'metric' ? byValues(model_ids, metric, totals) : byComparisons(model_ids, totals);
}

/** Whether the warmup is complete, and the winner: the model whose interval lies beyond all others, or null. */
export function decisionOf({ model_ids, counts, intervals, better }: ReportData): {
  isWarm: boolean;
  winner_model_id: string | null;
} {
  const isWarm = counts.every((count) => count >= warmupCount);
  const best = isWarm ? separate(intervals, better) : undefined;
  return { isWarm, winner_model_id: best === undefined ? null : (model_ids[best] ?? null) };
}

function byValues(
  model_ids: readonly string[],
  metric: ReportedMetric,
  totals: readonly CampaignTotals[],
): MetricReportData {
  const range = metric.kind === 'bool' ? 'bounded' : 'unbounded';
  const samples = model_ids.map((id) => {
    const { units = 0, mean = 0, squares = 0, count = 0 } = totals.find(({ model_id }) => model_id === id) ?? {};
    return { count: units, mean, squares, values: count };
  });
  return {
    feedback_type: 'metric',
    model_ids,
    counts: samples.map(({ count }) => count),
    intervals: meanIntervals(samples, range, alpha),
    better: metric.scoring_type === 'higher_is_better' ? 'higher' : 'lower',
    range,
    samples,
  };
}

/** Preferred is better, whatever the scoring type of the metric. */
function byComparisons(model_ids: readonly string[], totals: readonly CampaignTotals[]): PreferenceReportData {
  const pairs = totals.map(({ model_id, rival_id, units, mean, tie_share, count, sum, ties: rawTies }): PairResult => {
    const ties = tie_share * units;
    const wins = mean * units - ties / 2;
    const raw = { wins: sum - rawTies / 2, losses: count - sum - rawTies / 2, ties: rawTies };
    const sides = { one: model_ids.indexOf(model_id), other: model_ids.indexOf(rival_id) };
    return { ...sides, count: units, mean, wins, losses: units - wins - ties, ties, raw };
  });
  return {
    feedback_type: 'preference',
    model_ids,
    counts: model_ids.map((_, index) =>
      pairs.filter(({ one, other }) => one === index || other === index).reduce((sum, { count }) => sum + count, 0),
    ),
    intervals: shareIntervals(model_ids.length, pairs, alpha),
    better: 'higher',
    pairs,
  };
}
