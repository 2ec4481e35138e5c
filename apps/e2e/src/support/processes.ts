import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stack } from './stack.js';
import { until } from './until.js';

/** A process of the installation, as its supervisor records it (infra/local/README.md). */
interface ProcessRecord {
  readonly kind: string;
  readonly pid: number;
  readonly logFile: string;
  /** Where it answers its probes; one of several gateways has it once it takes requests. */
  readonly url?: string;
}

/** Longer than any restart takes here: a back-off of up to 10 s and the start itself. */
const backDeadlineMs = 60_000;

/** The record of a process that runs, for example `inference-0`. */
export function processOf(name: string): ProcessRecord {
  return JSON.parse(readFileSync(join(stack().runDir, 'processes', `${name}.json`), 'utf8')) as ProcessRecord;
}

/** Names of all processes of services. */
export function servicesRunning(): string[] {
  const names = readdirSync(join(stack().runDir, 'processes')).map((file) => file.replace(/\.json$/, ''));
  return names.filter((name) => processOf(name).kind === 'app');
}

/** Kills a process without a chance to clean up, as `kill -9` does. */
export function killHard(name: string): ProcessRecord {
  return signal(name, 'SIGKILL');
}

/** As {@link killHard}; nothing where the process is not running at the moment. */
export function killIfRunning(name: string): void {
  try {
    killHard(name);
  } catch (error) {
    if (!['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Asks a process to end in good order, as a roll-out does; its supervisor starts another one. */
export function stopGently(name: string): ProcessRecord {
  return signal(name, 'SIGTERM');
}

function signal(name: string, how: NodeJS.Signals): ProcessRecord {
  const ended = processOf(name);
  // So that its supervisor tells it from one that ends by itself, which fails the suite.
  appendFileSync(join(stack().runDir, 'signalled'), `${ended.pid}\n`);
  process.kill(ended.pid, how);
  return ended;
}

/** Resolves once another process has taken the ended one's place and is ready. */
export function isBack(name: string, ended: ProcessRecord): Promise<void> {
  return untilReady(name, ({ pid }) => pid !== ended.pid);
}

/** Resolves once every service is ready. */
export async function areReady(): Promise<void> {
  for (const name of ['gateway-0', 'projects-0', 'inference-0', 'inference-1', 'feedback-0', 'storage-0'])
    await untilReady(name);
}

async function untilReady(name: string, isRight: (process: ProcessRecord) => boolean = () => true): Promise<void> {
  await until(() => isReady(name, isRight), backDeadlineMs);
}

async function isReady(name: string, isRight: (process: ProcessRecord) => boolean): Promise<boolean> {
  try {
    const process = processOf(name);
    return isRight(process) && process.url !== undefined && (await fetch(`${process.url}/readyz`)).ok;
  } catch (error) {
    // No record or no listener yet: that is what is waited for. (By name: fetch throws a TypeError of another realm.)
    const { name: kind, code } = error as NodeJS.ErrnoException;
    if (kind === 'TypeError' || code === 'ENOENT') return false;
    throw error;
  }
}
