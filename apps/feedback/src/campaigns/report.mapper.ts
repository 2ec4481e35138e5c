import type { CampaignReport } from '@earshot/contracts-feedback';
import { strengthsOf } from '../statistics/davidson.js';
import { probabilitiesOfBestMean } from '../statistics/means.js';
import { probabilitiesOfBestShare, winShares } from '../statistics/shares.js';
import type { PreferenceReportData, ReportData, MetricReportData } from './report.js';

type Shown = Pick<CampaignReport, 'models' | 'matrix'>;

/** The models of a report and their pairwise results. */
export function toModels(data: ReportData): Shown {
  return data.feedback_type === 'metric' ? ofValues(data) : ofComparisons(data);
}

function ofValues(data: MetricReportData): Shown {
  const { model_ids, samples, range, better } = data;
  const probabilities = probabilitiesOfBestMean(samples, range, better);
  const models = model_ids.map((model_id, index) => {
    const { values = 0, count = 0, mean = 0 } = samples[index] ?? {};
    return {
      model_id,
      ...{ count, values, mean: count > 0 && Number.isFinite(mean) ? mean : null },
      interval: intervalOf(data, index),
      probability_best: probabilities[index] ?? 0,
      comparisons: null,
    };
  });
  return { models, matrix: null };
}

function ofComparisons(data: PreferenceReportData): Shown {
  const { model_ids, pairs, counts } = data;
  const number = model_ids.length;
  const probabilities = probabilitiesOfBestShare(number, pairs);
  const [shares, strengths] = [winShares(number, pairs), strengthsOf(number, pairs)];
  const sides = pairs.flatMap(({ one, other, raw: { wins, losses, ties } }) => [
    { one, other, wins, losses, ties },
    { one: other, other: one, wins: losses, losses: wins, ties },
  ]);
  const models = model_ids.map((model_id, index) => {
    const own = sides.filter(({ one }) => one === index);
    const sum = (field: 'wins' | 'losses' | 'ties') => own.reduce((total, side) => total + side[field], 0);
    const [wins, losses, ties] = [sum('wins'), sum('losses'), sum('ties')];
    return {
      model_id,
      ...{ count: counts[index] ?? 0, values: wins + losses + ties, mean: shares[index] ?? null },
      interval: intervalOf(data, index),
      probability_best: probabilities[index] ?? 0,
      comparisons: { wins, losses, ties, strength: strengths[index] ?? 1 },
    };
  });
  const idOf = (index: number) => model_ids[index] as string;
  const matrix = sides.map(({ one, other, ...tally }) => ({
    model_id: idOf(one),
    other_model_id: idOf(other),
    ...tally,
  }));
  return { models, matrix };
}

function intervalOf({ intervals }: ReportData, index: number) {
  const interval = intervals[index];
  return interval ? { low: interval.low, high: interval.high } : null;
}
