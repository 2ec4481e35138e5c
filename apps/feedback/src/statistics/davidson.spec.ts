import { describe, expect, it } from '@jest/globals';
import { strengthsOf } from './davidson.js';

const duel = (one: number, other: number, wins: number, losses: number, ties = 0) => ({
  one,
  other,
  wins,
  losses,
  ties,
});
const product = (strengths: readonly number[]) => strengths.reduce((all, strength) => all * strength, 1);

describe('strengths', () => {
  it('are 1 for all models without duels', () => {
    expect(strengthsOf(3, [])).toEqual([1, 1, 1]);
  });

  it('of two models are in the ratio of their wins, prior included', () => {
    const [one, other] = strengthsOf(2, [duel(0, 1, 30, 10)]) as [number, number];
    expect(one / other).toBeCloseTo(30.5 / 10.5, 6);
    expect(one * other).toBeCloseTo(1, 9);
  });

  it('of two models with ties maximise the likelihood', () => {
    // For two, D = s + t + v sqrt(st) and the three likeliest shares are those seen: s / t = wins / losses.
    const [one, other] = strengthsOf(2, [duel(0, 1, 40, 10, 50)]) as [number, number];
    expect(one / other).toBeCloseTo(40.5 / 10.5, 5);
  });

  it('are recovered from the results that they predict', () => {
    const strengths = [4, 2, 1, 0.125];
    const tieFactor = 0.5;
    const many = 1e7;
    const duels = strengths.flatMap((s, one) =>
      strengths.flatMap((t, other) => {
        if (one >= other) return [];
        const all = s + t + tieFactor * Math.sqrt(s * t);
        return [duel(one, other, (many * s) / all, (many * t) / all, (many * tieFactor * Math.sqrt(s * t)) / all)];
      }),
    );
    const found = strengthsOf(4, duels);
    found.forEach((strength, index) => expect(strength / (strengths[index] as number)).toBeCloseTo(1, 4));
  });

  it('are finite for a model without losses, without duels, or with ties only', () => {
    const unbeaten = strengthsOf(3, [duel(0, 1, 1_000_000, 0)]);
    expect(unbeaten.every((strength) => Number.isFinite(strength) && strength > 0)).toBe(true);
    expect(unbeaten[0]).toBeGreaterThan(unbeaten[2] as number);
    expect(unbeaten[2]).toBeGreaterThan(unbeaten[1] as number);
    expect(product(unbeaten)).toBeCloseTo(1, 9);
    expect(strengthsOf(2, [duel(0, 1, 0, 0, 1_000_000)])).toEqual([expect.closeTo(1, 9), expect.closeTo(1, 9)]);
  });

  it('do not depend on the order of the models', () => {
    const [a, b] = strengthsOf(2, [duel(1, 0, 10, 30, 7)]) as [number, number];
    const [c, d] = strengthsOf(2, [duel(0, 1, 30, 10, 7)]) as [number, number];
    expect([a, b]).toEqual([expect.closeTo(c, 9), expect.closeTo(d, 9)]);
  });
});
