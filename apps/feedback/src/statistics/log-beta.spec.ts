import { describe, expect, it } from '@jest/globals';
import { logBeta, logGamma } from './log-beta.js';

describe('the gamma function', () => {
  it('matches factorials, the value of 1/2, and values near 0', () => {
    expect(logGamma(1)).toBeCloseTo(0, 13);
    expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 12);
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
    expect(logGamma(1e-9)).toBeCloseTo(Math.log(1e9), 8);
  });

  it('matches the value of J. Stirling for 1,000,000', () => {
    const x = 1e6;
    const stirling = (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x);
    expect(logGamma(x) / stirling).toBeCloseTo(1, 13);
  });
});

describe('the beta function', () => {
  it('matches whole numbers and halves', () => {
    expect(logBeta(3, 4)).toBeCloseTo(Math.log(1 / 60), 12);
    expect(logBeta(0.5, 0.5)).toBeCloseTo(Math.log(Math.PI), 12);
  });
});
