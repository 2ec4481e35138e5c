/** What the suites of `npm test` have counted, and which tests failed. */
export class Tally {
  passed = 0;
  /** @type {string[]} One line for each failure: where, and what. */
  failures = [];

  get failed() {
    return this.failures.length;
  }

  /**
   * @param {string} suite
   * @param {string} what
   */
  fail(suite, what) {
    this.failures.push(`${suite}: ${what}`);
  }

  /**
   * @param {string} project
   * @param {{ passed: number, failures: string[] }} outcome
   */
  add(project, { passed, failures }) {
    this.passed += passed;
    for (const failure of failures) this.fail(project, failure);
  }

  /** The failures, which output of other suites has pushed out of sight, and the totals in the last line. */
  summary() {
    const totals = `${this.passed} passed, ${this.failed} failed`;
    return this.failed === 0 ? [totals] : ['Failed:', ...this.failures.map((line) => `  ${line}`), totals];
  }
}
