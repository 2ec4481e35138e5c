import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expectEnd, isReplaced, killHard, processOf, servicesRunning } from './processes.js';
import { stack } from './stack.js';
import { until } from './until.js';

const execute = promisify(execFile);

/** Processes, or services of docker-compose.yml, of three brokers. Each is also a controller. */
export const brokers = ['kafka', 'kafka-2', 'kafka-3'];

/** Longer than a broker takes to start and to copy what it missed, on a busy machine. */
const inSyncWithinMs = 120_000;
const toolTimeoutMs = 60_000;

/** Number of replicas that are missing, as the services report it; undefined while none can say. */
export async function missingReplicas(): Promise<number | undefined> {
  const [name = ''] = servicesRunning().filter((service) => service.startsWith('interactions-'));
  const text = await (await fetch(`${processOf(name).url}/metrics`)).text();
  const values = [...text.matchAll(/^earshot_kafka_missing_replicas\{.*\} (\d+)$/gm)].map(([, value]) => Number(value));
  return values.length === 0 ? undefined : Math.max(...values);
}

/** Resolves once every replica is in sync. */
export async function inSync(): Promise<void> {
  await until(async () => (await missingReplicas()) === 0, inSyncWithinMs, 1_000);
}

/** Kills brokers at once. */
export const kill = async (...names: string[]): Promise<void> => names.forEach(killHard);

/** Fills the disk of a broker: no file of its process can grow any more. It ends by itself. */
export async function fillDisk(name: string): Promise<void> {
  const full = expectEnd(name);
  await execute('prlimit', ['--pid', String(full.pid), '--fsize=1'], { timeout: toolTimeoutMs });
  await isReplaced(name, full);
}

/** Kills a broker and deletes its records, as where a new formatted disk replaces a broken one. */
export async function loseDisk(name: string): Promise<void> {
  const killed = killHard(name);
  const folder = dataOf(name);
  const lost = readdirSync(folder).filter((file) => file !== 'meta.properties');
  for (const file of lost) rmSync(join(folder, file), { recursive: true, force: true });
  await isReplaced(name, killed);
}

const dataOf = (name: string) => join(stack().runDir, '../kafka', name.replace('kafka', 'data'));

/** Name of the broker that is the active controller: the leader of the newest epoch that any of them has stored. */
export function activeController(): string {
  const states = brokers.map((name) => {
    const text = readFileSync(join(dataOf(name), '__cluster_metadata-0/quorum-state'), 'utf8');
    return JSON.parse(text) as { leaderId: number; leaderEpoch: number };
  });
  const { leaderId } = states.reduce((newest, state) => (state.leaderEpoch > newest.leaderEpoch ? state : newest));
  return brokers[leaderId - 1] ?? '';
}
