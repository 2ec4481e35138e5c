import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { killIfRunning, processOf } from './processes.js';

/** Ends a fault. */
export type Cure = () => Promise<void>;

const execute = promisify(execFile);
/** Sooner than a program that starts takes its first connection. */
const killEveryMs = 100;

/** Kills processes again each time that their supervisor has started them. */
export function keepDown(...names: string[]): Cure {
  for (const name of names) killIfRunning(name);
  const again = setInterval(() => names.forEach(killIfRunning), killEveryMs);
  return async () => clearInterval(again);
}

/** Stops a process without ending it, as one that hangs. */
export function freeze(name: string): Cure {
  const { pid } = processOf(name);
  process.kill(pid, 'SIGSTOP');
  return async () => void process.kill(pid, 'SIGCONT');
}

/** Like {@link freeze}, and ends it after a time. */
export async function freezeFor(name: string, timeMs: number): Promise<void> {
  const thaw = freeze(name);
  await sleep(timeMs);
  await thaw();
}

/** Stops PostgreSQL with all of its sessions: connections stay open, and nothing answers. */
export async function freezePostgres(): Promise<Cure> {
  const { pid } = processOf('postgres');
  const { stdout } = await execute('ps', ['-o', 'pid=', '--ppid', String(pid)]);
  const pids = [pid, ...stdout.split('\n').filter(Boolean).map(Number)];
  for (const one of pids) process.kill(one, 'SIGSTOP');
  return async () => {
    for (const one of pids) process.kill(one, 'SIGCONT');
  };
}

/** Gives a process the CPU for a tenth of the time, as a container with too small a limit. */
export function starve(name: string): Cure {
  let isOver = false;
  const starving = (async () => {
    while (!isOver) {
      await freezeFor(name, 900);
      await sleep(100);
    }
  })();
  return () => {
    isOver = true;
    return starving;
  };
}
