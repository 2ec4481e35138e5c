/** `npm run restore -- <folder> [<ledger of erasures>]` restores a backup into an empty data directory. */
import path from 'node:path';
import { backupSettings } from './environment.mjs';
import { runCommand } from './process/run-command.mjs';
import { hasDockerEngine } from './servers/docker.mjs';
import { preflight } from './session/preflight.mjs';
import { prepare } from './session/preparation.mjs';
import { Site } from './session/site.mjs';
import { AlreadyRunning, Interrupted, supervise } from './session/supervision.mjs';
import { readSettings } from './settings.mjs';
import { stack } from './stack.mjs';

const timeoutMs = 6 * 3_600_000;

/** Nodes that a restore needs: servers, topics, bucket and empty tables, but no service. */
const needed = stack.filter(({ kind, name }) => kind !== 'app' && name !== 'apply').map(({ name }) => name);

const { settings, problems } = readSettings(process.env);
const site = new Site(settings, process.env);
const [folder, ledger] = process.argv.slice(2);
process.exit(await main());

/** @returns {Promise<number>} The exit code. */
async function main() {
  if (!folder) return fail(['The folder is missing. Usage: npm run restore -- <folder> [<ledger of erasures>]']);
  const running = site.records.supervisor();
  if (running) return fail([new AlreadyRunning(running.url).message]);
  if (problems.length > 0) return fail(problems);
  site.usesDocker = settings.docker === 'auto' && hasDockerEngine();
  try {
    return await supervise(site, { nodes: stack }, restore);
  } catch (error) {
    if (error instanceof Interrupted) return fail(['Interrupted. Run npm run reset, then restore again.']);
    return fail([error instanceof Error ? error.message : String(error)]);
  }
}

/**
 * @param {import('./session/stack-runner.mjs').StackRunner} runner
 * @param {AbortSignal} signal
 */
async function restore(runner, signal) {
  const servers = runner.serversFor(needed);
  const findings = await preflight(site, servers);
  if (findings.length > 0) return fail(findings);
  await prepare(site, servers, signal);
  await runner.bringUp(needed);
  const args = [
    'apps/backup/dist/main.js',
    'restore',
    path.resolve(folder ?? ''),
    ...(ledger ? [path.resolve(ledger)] : []),
  ];
  const command = site.command({ name: 'restore', command: 'node', args, timeoutMs }, await backupSettings(site));
  await runCommand({ ...command, showOutput: true }, site, signal);
  site.console.print(`Restored from ${folder}. Continue with: npm start`);
  return 0;
}

/** @param {string[]} reasons */
function fail(reasons) {
  for (const reason of reasons) site.console.print(reason);
  return 1;
}
