import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jestOutcome } from './jest-outcome.mjs';

describe('jestOutcome', () => {
  /** @type {string} */
  let dir;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-outcome-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it.each([
    ['all passed', { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0 }, 0, { passed: 3, failed: 0 }],
    [
      'some failed',
      { numPassedTests: 3, numFailedTests: 2, numRuntimeErrorTestSuites: 0 },
      1,
      { passed: 3, failed: 2 },
    ],
    [
      'a file cannot be loaded',
      { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 1 },
      1,
      { passed: 3, failed: 1 },
    ],
    [
      'words chose nothing',
      { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0 },
      0,
      { passed: 0, failed: 0 },
    ],
    [
      'Jest itself failed',
      { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0 },
      1,
      { passed: 3, failed: 1 },
    ],
  ])('counts when %s', (_, results, exitCode, outcome) => {
    const file = path.join(dir, 'unit.json');
    writeFileSync(file, JSON.stringify(results));
    expect(jestOutcome(file, exitCode)).toMatchObject(outcome);
  });

  it('counts a run without results as a failure', () => {
    expect(jestOutcome(path.join(dir, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});
