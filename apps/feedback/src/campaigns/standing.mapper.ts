import type { CampaignReport } from '@earshot/contracts-feedback';
import { probabilitiesOfBestMean, probabilitiesOfBestShare, strengthsOf, winShares } from '@earshot/statistics';
import type { ComparisonStanding, Standing, ValueStanding } from './standing.js';

type Shown = Pick<CampaignReport, 'models' | 'matrix'>;

/** The models of a report, and how they fared against each other. */
export function toModels(standing: Standing): Shown {
  return standing.feedbackType === 'metric' ? ofValues(standing) : ofComparisons(standing);
}

function ofValues(standing: ValueStanding): Shown {
  const { modelIds, samples, range, better } = standing;
  const probabilities = probabilitiesOfBestMean(samples, range, better);
  const models = modelIds.map((model_id, index) => {
    const { values = 0, count = 0, mean = 0 } = samples[index] ?? {};
    return {
      model_id,
      ...{ count, values, mean: count > 0 && Number.isFinite(mean) ? mean : null },
      interval: intervalOf(standing, index),
      probability_best: probabilities[index] ?? 0,
      comparisons: null,
    };
  });
  return { models, matrix: null };
}

function ofComparisons(standing: ComparisonStanding): Shown {
  const { modelIds, meetings, counts } = standing;
  const number = modelIds.length;
  const probabilities = probabilitiesOfBestShare(number, meetings);
  const [shares, strengths] = [winShares(number, meetings), strengthsOf(number, meetings)];
  const sides = meetings.flatMap(({ one, other, raw: { wins, losses, ties } }) => [
    { one, other, wins, losses, ties },
    { one: other, other: one, wins: losses, losses: wins, ties },
  ]);
  const models = modelIds.map((model_id, index) => {
    const own = sides.filter(({ one }) => one === index);
    const sum = (field: 'wins' | 'losses' | 'ties') => own.reduce((total, side) => total + side[field], 0);
    const [wins, losses, ties] = [sum('wins'), sum('losses'), sum('ties')];
    return {
      model_id,
      ...{ count: counts[index] ?? 0, values: wins + losses + ties, mean: shares[index] ?? null },
      interval: intervalOf(standing, index),
      probability_best: probabilities[index] ?? 0,
      comparisons: { wins, losses, ties, strength: strengths[index] ?? 1 },
    };
  });
  const idOf = (index: number) => modelIds[index] as string;
  const matrix = sides.map(({ one, other, ...tally }) => ({
    model_id: idOf(one),
    other_model_id: idOf(other),
    ...tally,
  }));
  return { models, matrix };
}

function intervalOf({ intervals }: Standing, index: number) {
  const interval = intervals[index];
  return interval ? { low: interval.low, high: interval.high } : null;
}
