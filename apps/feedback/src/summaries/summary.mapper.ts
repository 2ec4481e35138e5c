import type { MetricSummary } from '@earshot/contracts-feedback';
import { allModels } from '../comparisons/comparison.js';
import { rangeOf } from '../feedback/bucket.js';
import type { ComparisonTotals, FeedbackTotals } from './summaries.repository.js';

/** Maximum number of histogram bars; beyond it neighbours are merged. */
const maxBars = 64;

/** Maximum number of days: nearly three years. */
const maxDays = 1_000;

/** Maximum number of models. */
const maxModels = 1_000;

type Bar = MetricSummary['histogram'][number];

/** Creates the summary from totals. */
export function toSummary(
  values: readonly FeedbackTotals[],
  comparisons: readonly ComparisonTotals[],
  model: string | null,
): MetricSummary {
  const all = values.find(({ by }) => by === 'all');
  return {
    ...(all ? moments(all) : { count: 0, mean: null, variance: null }),
    min: all?.min ?? null,
    max: all?.max ?? null,
    histogram: histogramOf(values.filter(({ by }) => by === 'bucket')),
    comparisons: tally(comparisons.find((one) => one.model === (model ?? allModels))),
    by_model: byModel(values, comparisons),
    by_day: values
      .flatMap((totals) =>
        totals.by === 'day' && totals.day !== null ? [{ day: totals.day, ...moments(totals) }] : [],
      )
      .sort((one, other) => (one.day < other.day ? -1 : 1))
      .slice(-maxDays),
  };
}

/** Merges pairs of adjacent bars until there are few enough. */
export function merged(bars: readonly Bar[]): Bar[] {
  if (bars.length <= maxBars) return [...bars];
  const pairs: Bar[] = [];
  for (let index = 0; index < bars.length; index += 2) {
    const [one, other = one] = bars.slice(index, index + 2) as [Bar, Bar?];
    pairs.push({ from: one.from, to: other.to, count: one === other ? one.count : one.count + other.count });
  }
  return merged(pairs);
}

function histogramOf(buckets: readonly FeedbackTotals[]): Bar[] {
  const ascending = [...buckets].sort((one, other) => Number(one.bucket) - Number(other.bucket));
  return merged(ascending.map(({ bucket, count }) => ({ ...rangeOf(Number(bucket)), count: Number(count) })));
}

function byModel(
  values: readonly FeedbackTotals[],
  comparisons: readonly ComparisonTotals[],
): MetricSummary['by_model'] {
  const ofModel = new Map(values.flatMap((totals) => (totals.by === 'model' ? [[totals.model ?? '', totals]] : [])));
  const fared = new Map(comparisons.filter(({ model }) => model !== allModels).map((totals) => [totals.model, totals]));
  const models = [...new Set([...ofModel.keys(), ...fared.keys()])].map((model) => {
    const totals = ofModel.get(model);
    const numbers = totals ? moments(totals) : { count: 0, mean: null, variance: null };
    return { model: model === '' ? null : model, ...numbers, comparisons: tally(fared.get(model)) };
  });
  const order = (one: (typeof models)[number], other: (typeof models)[number]) =>
    other.count - one.count || ((one.model ?? '') < (other.model ?? '') ? -1 : 1);
  return models.sort(order).slice(0, maxModels);
}

function moments({ count, mean, variance }: FeedbackTotals) {
  return { count: Number(count), mean: finite(mean), variance: finite(variance) };
}

/** null for numbers beyond a double, such as the variance of very large values. */
function finite(text: string | null): number | null {
  const number = Number(text);
  return text !== null && Number.isFinite(number) ? number : null;
}

function tally(totals: ComparisonTotals | undefined): MetricSummary['comparisons'] {
  const { wins = '0', losses = '0', ties = '0' } = totals ?? {};
  return { wins: Number(wins), losses: Number(losses), ties: Number(ties) };
}
