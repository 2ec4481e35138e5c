import { describe, expect, it } from '@jest/globals';
import { logBeta, logGamma } from './log-beta.js';

describe('the gamma function', () => {
  it('is that of factorials, of a half, and of what is near 0', () => {
    expect(logGamma(1)).toBeCloseTo(0, 13);
    expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 12);
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
    expect(logGamma(1e-9)).toBeCloseTo(Math.log(1e9), 8);
  });

  it('is that of great numbers: of 1,000,000 as J. Stirling has it', () => {
    const x = 1e6;
    const stirling = (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x);
    expect(logGamma(x) / stirling).toBeCloseTo(1, 13);
  });
});

describe('the beta function', () => {
  it('is that of whole numbers and of halves', () => {
    expect(logBeta(3, 4)).toBeCloseTo(Math.log(1 / 60), 12);
    expect(logBeta(0.5, 0.5)).toBeCloseTo(Math.log(Math.PI), 12);
  });
});
