/** `npm run bench`: the benchmarks, on servers of their own with fresh data. `npm run bench -- lane` runs one of them. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchmarks } from './commands.mjs';
import { testSettings } from './environment.mjs';
import { runCommand } from './process/run-command.mjs';
import { hasDockerEngine } from './servers/docker.mjs';
import { deleteData } from './session/data.mjs';
import { preflight } from './session/preflight.mjs';
import { prepare } from './session/preparation.mjs';
import { shutDown } from './session/shutdown.mjs';
import { Site } from './session/site.mjs';
import { Interrupted, supervise } from './session/supervision.mjs';
import { besideStart, readSettings } from './settings.mjs';
import { stack } from './stack.mjs';

const timeoutMs = 30 * 60_000;
const { settings, problems } = readSettings({ ...process.env, PORT: undefined });
const site = new Site(besideStart(settings, 'bench'), process.env);
const chosen = process.argv[2] === undefined ? benchmarks : benchmarks.filter(({ name }) => name === process.argv[2]);
process.exit(await main());

/** @returns {Promise<number>} The exit code. */
async function main() {
  if (chosen.length === 0)
    problems.push(
      `There is no benchmark ${process.argv[2]}; there are ${benchmarks.map(({ name }) => name).join(', ')}.`,
    );
  if (site.records.supervisor() !== null) problems.push('The benchmarks are already running here.');
  if (problems.length > 0) return refuse(problems);
  await shutDown(site);
  await deleteData(site);
  site.usesDocker = settings.docker === 'auto' && hasDockerEngine();
  try {
    return await supervise(site, { nodes: stack }, runAll);
  } catch (error) {
    if (error instanceof Interrupted) return 130;
    return refuse([error instanceof Error ? error.message : String(error)]);
  }
}

/**
 * @param {import('./session/stack-runner.mjs').StackRunner} runner
 * @param {AbortSignal} signal
 */
async function runAll(runner, signal) {
  const needed = chosen.flatMap((benchmark) => benchmark.needs);
  const servers = runner.serversFor(needed);
  const findings = await preflight(site, servers);
  if (findings.length > 0) return refuse(findings);
  await prepare(site, servers, signal);
  await runner.bringUp(needed);
  /** @type {Record<string, unknown>} */
  const results = {};
  for (const { name, args } of chosen) {
    const output = path.join(site.layout.results, `${name}.json`);
    mkdirSync(site.layout.results, { recursive: true });
    rmSync(output, { force: true });
    const env = { ...(await testSettings(site)), BENCH_OUT: output };
    const command = site.command({ name: `bench-${name}`, command: 'node', args, timeoutMs }, env);
    await runCommand({ ...command, showOutput: true }, site, signal);
    results[name] = existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : null;
    writeFileSync(site.layout.resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  }
  site.console.print(`Results: ${site.layout.resultsFile}`);
  return 0;
}

/** @param {string[]} findings */
function refuse(findings) {
  for (const finding of findings) site.console.print(finding);
  return 1;
}
