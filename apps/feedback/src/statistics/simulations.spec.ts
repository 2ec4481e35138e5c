import { describe, expect, it } from '@jest/globals';
import { boundedMeanInterval } from './bounded-mean.js';
import { separate, type Interval } from './interval.js';
import { meanIntervals, type Range } from './means.js';
import { normalDraw, seededRandom, type Random } from './random.js';
import { shareIntervals } from './shares.js';

/**
 * As campaigns decide: no winner with a higher probability where there is none, and none before so many of each model.
 */
const alpha = 0.05;
const warmup = 10;

const campaigns = 2_000;

/** The sample of one model, as it grows. */
class Growing {
  count = 0;
  mean = 0;
  squares = 0;

  add(value: number): void {
    this.count += 1;
    const off = value - this.mean;
    this.mean += off / this.count;
    this.squares += off * (value - this.mean);
  }

  /** One observation becomes another. */
  replace(before: number, after: number): void {
    const mean = this.mean + (after - before) / this.count;
    this.squares += (after - before) * (after - mean + before - this.mean);
    this.mean = mean;
  }
}

/** As {@link meanIntervals} has them, made once for every count and sum: those of yes and no come again and again. */
function boundedIntervals(models: number) {
  const created = new Map<number, Interval>();
  return ({ count, mean }: Growing): Interval => {
    const sum = Math.round(2 * count * mean) / 2;
    const name = count * 10_000 + sum * 2;
    const interval = created.get(name) ?? boundedMeanInterval(count, sum, alpha / models);
    created.set(name, interval);
    return interval;
  };
}

interface Course {
  readonly models: number;
  readonly range: Range;
  /** Values of all models together at which a campaign is given up. */
  readonly looks: number;
  readonly draw: (random: Random, model: number) => number;
}

type See = (samples: readonly Growing[]) => readonly (Interval | null)[];

/** Runs a campaign, looked at after every value. @returns the winner, and whether all intervals held that were seen. */
function run({ models, looks, draw }: Course, campaign: number, see: See, mean?: number) {
  const random = seededRandom(campaign);
  const samples = Array.from({ length: models }, () => new Growing());
  let held = true;
  for (let look = 1; look <= looks; look += 1) {
    const model = Math.floor(random() * models);
    (samples[model] as Growing).add(draw(random, model));
    if (samples.some(({ count }) => count < warmup)) continue;
    const intervals = see(samples);
    held &&= mean === undefined || intervals.every((seen) => seen === null || (seen.low <= mean && mean <= seen.high));
    const winner = separate(intervals, 'higher');
    if (winner !== undefined) return { winner, held };
  }
  return { winner: undefined, held };
}

function runs(course: Course, mean?: number, times = campaigns) {
  const bounded = boundedIntervals(course.models);
  const see: See =
    course.range === 'bounded'
      ? (samples) => samples.map(bounded)
      : (samples) => meanIntervals(samples, 'unbounded', alpha);
  return Array.from({ length: times }, (_, campaign) => run(course, campaign + 1, see, mean));
}

const decided = (results: readonly { winner: number | undefined }[]) =>
  results.filter(({ winner }) => winner !== undefined).length;

const bool = (share: number) => (random: Random) => (random() < share ? 1 : 0);
/** Skewed: most are small, some are large. */
const exponential = (random: Random) => -Math.log(1 - random());
/** Nine of ten say 5, the others 1. */
const rating = (random: Random) => (random() < 0.9 ? 5 : 1);

describe('of 2,000 campaigns between equal models, checked after every value, at most 5% name a winner', () => {
  it.each([0.02, 0.5, 0.9])('with a share of yes of %d', (share) => {
    const results = runs({ models: 2, range: 'bounded', looks: 250, draw: bool(share) }, share);
    expect(decided(results)).toBeLessThanOrEqual(0.05 * campaigns);
    // That is because the intervals hold, all of them, in at least 95% of the campaigns.
    expect(results.filter(({ held }) => !held).length).toBeLessThanOrEqual(0.05 * campaigns);
  });

  it('with five models', () => {
    const results = runs({ models: 5, range: 'bounded', looks: 200, draw: bool(0.3) });
    expect(decided(results)).toBeLessThanOrEqual(0.05 * campaigns);
  });

  it('with unbounded values: normal ones, whose intervals hold too', () => {
    const results = runs({ models: 2, range: 'unbounded', looks: 150, draw: normalDraw }, 0);
    expect(decided(results)).toBeLessThanOrEqual(0.05 * campaigns);
    expect(results.filter(({ held }) => !held).length).toBeLessThanOrEqual(0.05 * campaigns);
  });

  it.each([
    ['skewed', exponential],
    ['nearly always the same', rating],
  ])('with unbounded values: %s', (_, draw) => {
    const results = runs({ models: 2, range: 'unbounded', looks: 150, draw });
    expect(decided(results)).toBeLessThanOrEqual(0.05 * campaigns);
  });

  it('in preferences between three models, with ties (of 500)', () => {
    const named = Array.from({ length: 500 }, (_, campaign) => preferences(campaign + 1));
    expect(named.filter((winner) => winner !== undefined).length).toBeLessThanOrEqual(0.05 * 500);
  });
});

describe('sessions whose turns agree nine times of ten', () => {
  it('name a winner in at most 5% of campaigns when each session counts once with its mean', () => {
    const winners = Array.from({ length: 1_000 }, (_, campaign) => sessions(campaign + 1, true));
    expect(winners.filter(Boolean).length).toBeLessThanOrEqual(0.05 * 1_000);
  });

  it('would name one far too often if each turn counted', () => {
    const winners = Array.from({ length: 200 }, (_, campaign) => sessions(campaign + 1, false));
    expect(winners.filter(Boolean).length).toBeGreaterThan(0.1 * 200);
  });
});

describe('a real difference is found, with the right model, in at least 95 of 100 campaigns', () => {
  it.each([
    [
      '0.5 and 0.7 of yes within 1,500 values',
      'bounded',
      1_500,
      (random: Random, model: number) => bool(model === 1 ? 0.7 : 0.5)(random),
    ],
    [
      '0.05 and 0.95 of yes within 40',
      'bounded',
      40,
      (random: Random, model: number) => bool(model === 1 ? 0.95 : 0.05)(random),
    ],
    [
      'half a deviation within 800',
      'unbounded',
      800,
      (random: Random, model: number) => normalDraw(random) + (model === 1 ? 0.5 : 0),
    ],
  ] as const)('%s', (_, range, looks, draw) => {
    const results = runs({ models: 2, range, looks, draw }, undefined, 100);
    expect(results.filter(({ winner }) => winner === 1).length).toBeGreaterThanOrEqual(95);
    expect(results.filter(({ winner }) => winner === 0)).toEqual([]);
  });

  it('right after the warmup when one model is always right and the other never', () => {
    const draw = (_: Random, model: number) => model;
    const results = runs({ models: 2, range: 'bounded', looks: 100, draw }, undefined, 20);
    expect(results.every(({ winner }) => winner === 1)).toBe(true);
  });
});

/** Three equal models, compared two by two, one of four times without a winner. */
function preferences(campaign: number): number | undefined {
  const random = seededRandom(campaign);
  const pairs = [
    { one: 0, other: 1, sample: new Growing() },
    { one: 0, other: 2, sample: new Growing() },
    { one: 1, other: 2, sample: new Growing() },
  ];
  for (let look = 1; look <= 120; look += 1) {
    const pair = pairs[Math.floor(random() * pairs.length)] as (typeof pairs)[number];
    pair.sample.add(random() < 0.25 ? 0.5 : bool(0.5)(random));
    if (look < 3 * warmup) continue;
    const matchups = pairs.map(({ one, other, sample: { count, mean } }) => ({ one, other, count, mean }));
    const winner = separate(shareIntervals(3, matchups, alpha), 'higher');
    if (winner !== undefined) return winner;
  }
  return undefined;
}

/**
 * Two equal models; eight sessions at a time, of up to nineteen turns each, which take turns with each other.
 * @returns whether a winner is named.
 */
function sessions(campaign: number, once: boolean): boolean {
  const random = seededRandom(campaign);
  const samples = [new Growing(), new Growing()] as const;
  const intervals: (Interval | null)[] = [null, null];
  const begin = () => ({
    model: random() < 0.5 ? (0 as const) : (1 as const),
    share: random() < 0.5 ? 0.9 : 0.1,
    left: 1 + Math.floor(random() * 19),
    count: 0,
    sum: 0,
  });
  const open = Array.from({ length: 8 }, begin);
  for (let look = 1; look <= 200; look += 1) {
    const which = Math.floor(random() * open.length);
    const session = open[which] as (typeof open)[number];
    const value = bool(session.share)(random);
    const [before, after] = [session.sum / session.count, (session.sum + value) / (session.count + 1)];
    const sample = samples[session.model];
    if (once && session.count > 0) sample.replace(before, after);
    else sample.add(value);
    Object.assign(session, { count: session.count + 1, sum: session.sum + value, left: session.left - 1 });
    if (session.left === 0) open[which] = begin();
    if (sample.count < warmup) continue;
    intervals[session.model] = boundedMeanInterval(sample.count, sample.count * sample.mean, alpha / 2);
    if (separate(intervals, 'higher') !== undefined) return true;
  }
  return false;
}
