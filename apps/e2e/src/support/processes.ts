import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stack } from './stack.js';
import { until } from './until.js';

/** A process of the installation, as its supervisor records it (infra/local/README.md). */
interface ProcessRecord {
  readonly kind: string;
  readonly pid: number;
  readonly logFile: string;
  /** Address of its probes; one of several gateways has it once it accepts requests. */
  readonly url?: string;
}

/** Longer than any restart: a backoff of up to 10 s and the start. */
const backDeadlineMs = 60_000;

/** The record of a running process, for example `inference-0`. */
export function processOf(name: string): ProcessRecord {
  return JSON.parse(readFileSync(recordOf(name), 'utf8')) as ProcessRecord;
}

const recordOf = (name: string) => join(stack().runDir, 'processes', `${name}.json`);

/** Names of all processes of services. */
export function servicesRunning(): string[] {
  const names = readdirSync(join(stack().runDir, 'processes')).map((file) => file.replace(/\.json$/, ''));
  return names.filter((name) => processOf(name).kind === 'app');
}

/** Kills a process with SIGKILL. */
export function killHard(name: string): ProcessRecord {
  return signal(name, 'SIGKILL');
}

/** Like {@link killHard}, if the process is running. */
export function killIfRunning(name: string): void {
  try {
    killHard(name);
  } catch (error) {
    if (!['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Kills of the processes that take part in feedback, one after the other. Servers have no probe to wait for. */
export function killsOfFeedback(rounds: number): (() => Promise<void>)[] {
  const services = ['gateway-0', 'feedback-0', 'interactions-0'].map((name) => () => isBack(name, killHard(name)));
  const servers = ['kafka', 'postgres'].map((name) => async () => void killHard(name));
  return Array.from({ length: rounds }, () => [...services, ...servers]).flat();
}

/** Stops a process with SIGTERM, as a rollout does; its supervisor starts another one. */
export function stopGently(name: string): ProcessRecord {
  return signal(name, 'SIGTERM');
}

function signal(name: string, how: NodeJS.Signals): ProcessRecord {
  const ended = expectEnd(name);
  process.kill(ended.pid, how);
  return ended;
}

/** Tells the supervisor that the exit of a process is wanted: any other fails the suite. */
export function expectEnd(name: string): ProcessRecord {
  const ending = processOf(name);
  appendFileSync(join(stack().runDir, 'signalled'), `${ending.pid}\n`);
  return ending;
}

/** Resolves once another process has replaced the ended one and is ready. */
export function isBack(name: string, ended: ProcessRecord): Promise<void> {
  return untilReady(name, ({ pid }) => pid !== ended.pid);
}

/** Resolves once another process has replaced a server that ended. */
export async function isReplaced(name: string, { pid }: Pick<ProcessRecord, 'pid'>): Promise<void> {
  await until(() => existsSync(recordOf(name)) && processOf(name).pid !== pid, backDeadlineMs);
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
    if (!isRight(process) || process.url === undefined) return false;
    const readiness = await fetch(`${process.url}/readyz`);
    // A process stays ready for a while after it lost Kafka; a test that goes on wants the contact back.
    return readiness.ok && !(await readiness.text()).includes('no contact');
  } catch (error) {
    // No record or no listener yet. By name: fetch throws a TypeError of another realm.
    const { name: kind, code } = error as NodeJS.ErrnoException;
    if (kind === 'TypeError' || code === 'ENOENT') return false;
    throw error;
  }
}
