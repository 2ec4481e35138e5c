import { expect, it } from '@jest/globals';
import { PastEnds } from './past-ends.js';

it('tells the ends of the latest time that is old enough, and none before', () => {
  const past = new PastEnds(30_000, 1_000);
  const seen = [0, 10_000, 20_000, 30_000, 45_000, 60_000].map((nowMs) => past.next([nowMs], nowMs));
  expect(seen).toEqual([[], [], [], [0], [10_000], [30_000]]);
});

it('tells those from before a pause', () => {
  const past = new PastEnds(30_000, 1_000);
  past.next([1], 0);
  expect(past.next([2], 600_000)).toEqual([1]);
  expect(past.next([3], 615_000)).toEqual([1]);
  expect(past.next([3], 630_000)).toEqual([2]);
});

it('remembers no more often than once a step', () => {
  const past = new PastEnds(2_000, 1_000);
  for (let nowMs = 0; nowMs < 2_000; nowMs += 100) past.next([nowMs], nowMs);
  expect(past.next([2_900], 2_900)).toEqual([0]);
  expect(past.next([3_000], 3_000)).toEqual([1_000]);
});
