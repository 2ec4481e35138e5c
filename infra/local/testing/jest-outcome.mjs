import { readFileSync } from 'node:fs';

/**
 * What Jest's JSON says in numbers. Whatever else went wrong counts as one failure: a suite that did not run at all,
 * that ran nothing, or an exit code that the numbers do not explain.
 *
 * @param {string} file
 * @param {number} exitCode
 * @returns {{ passed: number, failed: number, problems: string[] }}
 */
export function jestOutcome(file, exitCode) {
  const results = readResults(file);
  if (results === null)
    return { passed: 0, failed: 1, problems: [`Jest ended with exit code ${exitCode} and no results.`] };
  const passed = results.numPassedTests;
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  if (failed > 0) return { passed, failed, problems: [] };
  if (passed === 0) return { passed, failed: 1, problems: ['not one test was run.'] };
  if (exitCode !== 0)
    return { passed, failed: 1, problems: [`every test passed, but Jest's exit code is ${exitCode}.`] };
  return { passed, failed, problems: [] };
}

/**
 * @param {string} file
 * @returns {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number } | null}
 */
function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Jest ended before it could write them.
    return null;
  }
}
