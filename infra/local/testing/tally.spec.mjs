import { describe, expect, it } from '@jest/globals';
import { Tally } from './tally.mjs';

describe('Tally', () => {
  it('ends with the totals alone if nothing failed', () => {
    const tally = new Tally();
    tally.add('unit', { passed: 2, failures: [] });
    tally.add('int', { passed: 3, failures: [] });
    expect(tally.summary()).toEqual(['5 passed, 0 failed']);
  });

  it('repeats before the totals what failed, with its suite', () => {
    const tally = new Tally();
    tally.add('unit', { passed: 2, failures: ['files.spec.ts: downloads end'] });
    tally.fail('e2e', 'gateway-0 (pid 7) crashed.');
    expect(tally.summary()).toEqual([
      'Failed:',
      '  unit: files.spec.ts: downloads end',
      '  e2e: gateway-0 (pid 7) crashed.',
      '2 passed, 2 failed',
    ]);
  });
});
