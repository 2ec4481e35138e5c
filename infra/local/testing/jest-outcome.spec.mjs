import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jestOutcome } from './jest-outcome.mjs';

const passedTest = { status: 'passed', fullName: 'uploads resume' };
const failedTest = { status: 'failed', fullName: 'downloads end' };
const passedFile = { name: '/src/uploads.spec.ts', status: 'passed', assertionResults: [passedTest] };
const failedFile = { name: '/src/files.spec.ts', status: 'failed', assertionResults: [passedTest, failedTest] };
const brokenFile = { name: '/src/broken.spec.ts', status: 'failed', assertionResults: [] };

describe('jestOutcome', () => {
  /** @type {string} */
  let dir;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-outcome-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it.each([
    ['nothing if all passed', [passedFile], 0, []],
    ['each test that failed, with its file', [passedFile, failedFile], 1, ['files.spec.ts: downloads end']],
    ['a file that could not run', [brokenFile], 1, ['broken.spec.ts: the file itself failed.']],
    ['nothing if no test was chosen', [], 0, []],
    ['Jest itself if it failed', [passedFile], 1, ["every test passed, but Jest's exit code is 1."]],
  ])('names %s', (_, testResults, exitCode, failures) => {
    const file = path.join(dir, 'unit.json');
    writeFileSync(file, JSON.stringify({ numPassedTests: 3, testResults }));
    expect(jestOutcome(file, exitCode)).toEqual({ passed: 3, failures });
  });

  it('counts a run without results as a failure', () => {
    const failures = ['Jest exited with code 1 and no results.'];
    expect(jestOutcome(path.join(dir, 'none.json'), 1)).toEqual({ passed: 0, failures });
  });
});
