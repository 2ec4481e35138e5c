import { readFileSync } from 'node:fs';

/**
 * Reads Jest's JSON results. Everything else counts as one failure: a run that did not start, or exited with an
 * unexplained code.
 *
 * @param {string} file
 * @param {number} exitCode
 * @returns {{ passed: number, failed: number, problems: string[] }}
 */
export function jestOutcome(file, exitCode) {
  const results = readResults(file);
  if (results === null)
    return { passed: 0, failed: 1, problems: [`Jest exited with code ${exitCode} and no results.`] };
  const passed = results.numPassedTests;
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  if (failed > 0) return { passed, failed, problems: [] };
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
    // Jest exited before writing results.
    return null;
  }
}
