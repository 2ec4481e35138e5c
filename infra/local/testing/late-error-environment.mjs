import { setTimeout as sleep } from 'node:timers/promises';
import { TestEnvironment } from 'jest-environment-node';

/** Time for late errors, such as those of a closing socket, in milliseconds. */
const aftermathMs = 30;

/** Node environment that waits briefly after the last test, so that late unhandled errors fail the file. */
export default class LateErrorEnvironment extends TestEnvironment {
  /** @param {{ name: string, describeBlock?: { parent?: unknown } }} event Of jest-circus. */
  async handleTestEvent({ name, describeBlock }) {
    // The end of the file: Jest collects errors after all listeners have finished.
    if (name === 'run_describe_finish' && describeBlock?.parent === undefined) await sleep(aftermathMs);
  }
}
