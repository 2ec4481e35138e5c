import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { services } from './stack.js';

const execute = promisify(execFile);

/** Longer than a start from scratch on two busy cores. */
const timeoutMs = 15 * 60_000;

/** Commands of Compose for the revision under test (infra/local/testing/compose-installation.mjs). */
interface Commands {
  /** Start of each command line. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** What makes it an installation of three brokers. */
  readonly threeBrokers: NodeJS.ProcessEnv;
}

function commands(): Commands {
  const value = process.env['EARSHOT_COMPOSE'];
  if (!value) throw new Error("EARSHOT_COMPOSE is not set: run these tests with 'npm test -- compose'.");
  return JSON.parse(value) as Commands;
}

/** Has the following commands be those of an installation of three brokers. */
export function useThreeBrokers(): void {
  Object.assign(process.env, commands().threeBrokers);
}

/** Runs `docker compose`. @returns what it printed. @throws Error with what it printed where it fails. */
export function compose(...args: readonly string[]): Promise<string> {
  return docker(...commands().args, ...args);
}

async function docker(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, ...commands().env };
  return (await execute('docker', args, { timeout: timeoutMs, env })).stdout;
}

/** Starts everything that does not run, and replaces containers of other images; resolves once all are ready. */
export async function up(...args: readonly string[]): Promise<void> {
  await compose('up', '--detach', '--no-build', '--wait', ...args);
}

/** Replaces the processes by those of the revision under test (docs/guides/upgrade.md). */
export async function upgrade(): Promise<void> {
  await runJobs();
  await up('--no-deps', ...services, 'front');
}

/** Runs the jobs that prepare the servers; resolves once they have ended. */
export async function runJobs(): Promise<void> {
  const migrations = services.filter((name) => name !== 'gateway').map((name) => `${name}-migrations`);
  await compose('up', '--no-build', 'topics', 'bucket', ...migrations);
}

/** Kills all containers of a service, and starts them again. */
export async function killContainers(service: string): Promise<void> {
  const ids = (await compose('ps', '--quiet', service)).trim().split('\n');
  await docker('kill', ...ids);
  // Not `docker compose start`: it runs the jobs again.
  await docker('start', ...ids);
}
