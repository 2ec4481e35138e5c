import type { Metric } from '@earshot/contracts-feedback';
import type { AbCampaign } from '@earshot/contracts-inference';
import {
  meanIntervals,
  separate,
  shareIntervals,
  type Better,
  type Duel,
  type Interval,
  type Matchup,
  type Range,
  type Sample,
} from '@earshot/statistics';
import type { CampaignTotals } from './campaign-totals.js';

/** The probability, over a whole campaign and however often it is looked at, to name a winner among equals. */
const alpha = 0.05;

/** So many independent observations of each model, before anything is decided (interface, section 9). */
export const warmupCount = 10;

interface Common {
  readonly modelIds: readonly string[];
  /** Independent observations of each model. */
  readonly counts: readonly number[];
  readonly intervals: readonly (Interval | null)[];
  readonly better: Better;
}

/** How the models of a campaign stand that is decided by values. */
export interface ValueStanding extends Common {
  readonly feedbackType: 'metric';
  readonly range: Range;
  /** Of each model, with the number of its values. */
  readonly samples: readonly (Sample & { readonly values: number })[];
}

/** How two models fared against each other: as independent observations, and (`raw`) as comparisons. */
export interface Meeting extends Matchup, Duel {
  readonly raw: { readonly wins: number; readonly losses: number; readonly ties: number };
}

/** How the models of a campaign stand that is decided by comparisons. */
export interface ComparisonStanding extends Common {
  readonly feedbackType: 'preference';
  readonly meetings: readonly Meeting[];
}

/** How the models of a campaign stand. */
export type Standing = ValueStanding | ComparisonStanding;

/** What of a campaign its standing depends on. */
export type JudgedCampaign = Pick<AbCampaign, 'model_ids' | 'feedback_type'>;

/** How a metric judges. */
export type JudgingMetric = Pick<Metric, 'kind' | 'scoring_type'>;

/** How the models stand by what the campaign has come to. */
export function standingOf(
  { model_ids: modelIds, feedback_type }: JudgedCampaign,
  metric: JudgingMetric,
  totals: readonly CampaignTotals[],
): Standing {
  return feedback_type === 'metric' ? byValues(modelIds, metric, totals) : byComparisons(modelIds, totals);
}

/** Whether each model was observed often enough for a decision, and the one whose interval lies beyond those of all others; null as long as there is none. */
export function decisionOf({ modelIds, counts, intervals, better }: Standing): {
  isWarm: boolean;
  winnerId: string | null;
} {
  const isWarm = counts.every((count) => count >= warmupCount);
  const best = isWarm ? separate(intervals, better) : undefined;
  return { isWarm, winnerId: best === undefined ? null : (modelIds[best] ?? null) };
}

function byValues(
  modelIds: readonly string[],
  metric: JudgingMetric,
  totals: readonly CampaignTotals[],
): ValueStanding {
  const range = metric.kind === 'bool' ? 'bounded' : 'unbounded';
  const samples = modelIds.map((id) => {
    const { units = 0, mean = 0, squares = 0, count = 0 } = totals.find(({ modelId }) => modelId === id) ?? {};
    return { count: units, mean, squares, values: count };
  });
  return {
    feedbackType: 'metric',
    modelIds,
    counts: samples.map(({ count }) => count),
    intervals: meanIntervals(samples, range, alpha),
    better: metric.scoring_type === 'higher_is_better' ? 'higher' : 'lower',
    range,
    samples,
  };
}

/** What is preferred is better, whichever values of the metric are. */
function byComparisons(modelIds: readonly string[], totals: readonly CampaignTotals[]): ComparisonStanding {
  const meetings = totals.map(({ modelId, rivalId, units, mean, tieShare, count, sum, ties: rawTies }): Meeting => {
    const ties = tieShare * units;
    const wins = mean * units - ties / 2;
    const raw = { wins: sum - rawTies / 2, losses: count - sum - rawTies / 2, ties: rawTies };
    const sides = { one: modelIds.indexOf(modelId), other: modelIds.indexOf(rivalId) };
    return { ...sides, count: units, mean, wins, losses: units - wins - ties, ties, raw };
  });
  return {
    feedbackType: 'preference',
    modelIds,
    counts: modelIds.map((_, index) =>
      meetings.filter(({ one, other }) => one === index || other === index).reduce((sum, { count }) => sum + count, 0),
    ),
    intervals: shareIntervals(modelIds.length, meetings, alpha),
    better: 'higher',
    meetings,
  };
}
