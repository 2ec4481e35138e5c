import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expectEnd, killHard, processOf, servicesRunning } from './processes.js';
import { until } from './until.js';

const execute = promisify(execFile);

/** Processes of the brokers. Each is also a controller. */
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
export async function kill(...names: string[]): Promise<void> {
  names.forEach(killHard);
  await Promise.resolve();
}

/** Stops a broker without ending it, as a network does that loses its packets. */
export async function freeze(name: string, forMs: number): Promise<void> {
  const { pid } = processOf(name);
  process.kill(pid, 'SIGSTOP');
  await sleep(forMs);
  process.kill(pid, 'SIGCONT');
}

/** Fills the disk of a broker: no file of its process can grow any more. It ends by itself. */
export async function fillDisk(name: string): Promise<void> {
  const { pid } = expectEnd(name);
  await execute('prlimit', ['--pid', String(pid), '--fsize=1'], { timeout: toolTimeoutMs });
  await until(() => processOf(name).pid !== pid, toolTimeoutMs);
}

/** Name of the broker that is the active controller. */
export async function activeController(): Promise<string> {
  const { KAFKA_JARS: jars = '', KAFKA_BROKERS: addresses = '' } = process.env;
  const tool = ['-cp', join(jars, '*'), 'org.apache.kafka.tools.MetadataQuorumCommand'];
  const args = [...tool, '--bootstrap-server', addresses, 'describe', '--status'];
  const { stdout } = await execute('java', args, { timeout: toolTimeoutMs });
  const id = Number(/^LeaderId:\s+(\d+)$/m.exec(stdout)?.[1]);
  const name = brokers[id - 1];
  if (name === undefined) throw new Error(`no leader in ${stdout}`);
  return name;
}
