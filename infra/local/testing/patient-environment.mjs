import { setTimeout as sleep } from 'node:timers/promises';
import { TestEnvironment } from 'jest-environment-node';

/** Longer than what a test has begun and not waited for takes to fail on this machine, as a socket that is being closed. */
const aftermathMs = 30;

/** Node's environment, which looks for errors that nobody handles for a moment after the last test of a file: they fail the file. */
export default class PatientEnvironment extends TestEnvironment {
  /** @param {{ name: string, describeBlock?: { parent?: unknown } }} event Of jest-circus. */
  async handleTestEvent({ name, describeBlock }) {
    // The end of the whole file: Jest collects its errors once all that listen to this are done.
    if (name === 'run_describe_finish' && describeBlock?.parent === undefined) await sleep(aftermathMs);
  }
}
