import { readFileSync, statSync } from 'node:fs';
import { processOf, servicesRunning } from './processes.js';

const errorLevels = ['error', 'fatal'];

/** State of the services since {@link watchProcesses} was called. */
export interface ProcessReport {
  /** Names of restarted and of not ready services. */
  readonly fallen: string[];
  /** Logged errors, and lines that are no JSON, such as Node's unhandled errors. */
  readonly errors: string[];
}

/** Remembers processes and ends of logs. @returns a function that reports changes. */
export function watchProcesses(): () => Promise<ProcessReport> {
  const before = servicesRunning().map((name) => {
    const { pid, logFile } = processOf(name);
    return { name, pid, logFile, end: statSync(logFile).size };
  });
  return async () => {
    const fallen: string[] = [];
    const errors: string[] = [];
    for (const { name, pid, logFile, end } of before) {
      const now = processOf(name);
      if (now.pid !== pid || !(await fetch(`${now.url}/readyz`)).ok) fallen.push(name);
      const lines = readFileSync(logFile).subarray(end).toString().split('\n');
      errors.push(...lines.filter((line) => line !== '' && isError(line)).map((line) => `${name}: ${line}`));
    }
    return { fallen, errors };
  };
}

function isError(line: string): boolean {
  try {
    return errorLevels.includes((JSON.parse(line) as { level: string }).level);
  } catch {
    return true;
  }
}
