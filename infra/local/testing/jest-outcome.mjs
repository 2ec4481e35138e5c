import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The parts of Jest's JSON results that are read here.
 *
 * @typedef {object} JestResults
 * @property {number} numPassedTests
 * @property {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }[]} testResults
 */

/**
 * Reads Jest's JSON results. Everything else counts as one failure: a run that did not start, or exited with an
 * unexplained code.
 *
 * @param {string} file
 * @param {number} exitCode
 * @returns {{ passed: number, failures: string[] }} A line for each test or test file that failed.
 */
export function jestOutcome(file, exitCode) {
  const results = readResults(file);
  if (results === null) return { passed: 0, failures: [`Jest exited with code ${exitCode} and no results.`] };
  const failures = results.testResults.flatMap(failuresOf);
  if (failures.length === 0 && exitCode !== 0) failures.push(`every test passed, but Jest's exit code is ${exitCode}.`);
  return { passed: results.numPassedTests, failures };
}

/**
 * @param {JestResults['testResults'][number]} testFile
 * @returns {string[]}
 */
function failuresOf({ name, status, assertionResults }) {
  const file = path.basename(name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length > 0) return failed.map(({ fullName }) => `${file}: ${fullName}`);
  return status === 'failed' ? [`${file}: the file itself failed.`] : [];
}

/**
 * @param {string} file
 * @returns {JestResults | null}
 */
function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Jest exited before writing results.
    return null;
  }
}
