import { describe, expect, it } from '@jest/globals';
import { minPartBytes, planConcatenation, type PlannedPart } from './concatenation-plan.js';

const sourcesOf = (sizes: number[]) => sizes.map((size, index) => ({ key: String(index), size }));
const isCopied = ({ pieces }: PlannedPart) => pieces.length === 1;

/** Every byte that the plan takes, as ranges that follow each other. */
function takenBy(plan: PlannedPart[]): number[] {
  const sizes: number[] = [];
  for (const { key, first, last } of plan.flatMap(({ pieces }) => pieces)) {
    const index = Number(key);
    expect([index >= sizes.length - 1, first]).toEqual([true, sizes[index] ?? 0]);
    sizes[index] = last + 1;
  }
  return sizes;
}

describe('a plan to concatenate objects', () => {
  const large = minPartBytes;
  it.each([
    [[1]],
    [[1, 1, 1]],
    [[large, large, 1]],
    [[1, large]],
    [[1, large, large * 20, large - 1, large + 1, 2]],
    [[large - 1, large * 2 - 2, large]],
    [Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? 1 : large))],
    [Array.from({ length: 20_000 }, () => large)],
  ])('takes every byte once, in parts that S3 allows (%#)', (sizes) => {
    const plan = planConcatenation(sourcesOf(sizes));
    expect(takenBy(plan)).toEqual(sizes);
    expect(plan.length).toBeLessThanOrEqual(10_000);
    expect(plan.slice(0, -1).every(({ size }) => size >= minPartBytes)).toBe(true);
    expect(plan.reduce((sum, { size }) => sum + size, 0)).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });

  it('copies large objects whole', () => {
    const plan = planConcatenation(sourcesOf([large, large * 20, large + 1, 3]));
    expect(plan.map(({ size }) => size)).toEqual([large, large * 20, large + 1, 3]);
    expect(plan.every(isCopied)).toBe(true);
  });

  it('sends no more of a large one than a small one before it lacks', () => {
    const plan = planConcatenation(sourcesOf([1, large * 20, large]));
    expect(plan.map(({ size }) => size)).toEqual([large, large * 19 + 1, large]);
    expect(plan.map(isCopied)).toEqual([false, true, true]);
  });

  it('gathers as few bytes as possible in a part', () => {
    const plan = planConcatenation(sourcesOf(Array.from({ length: 12 }, () => 1_048_576)));
    expect(plan.map(({ pieces }) => pieces.length)).toEqual([5, 5, 2]);
  });
});
