/**
 * `npm run bench` runs the benchmarks on separate servers with fresh data; `npm run bench -- serving` runs one.
 * `--seconds 5 --repeats 5` measures longer. `serving --profile` takes CPU profiles of the services instead.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { benchmarks } from './commands.mjs';
import { testSettings } from './environment.mjs';
import { runCommand } from './process/run-command.mjs';
import { hostNetwork } from './network/host-network.mjs';
import { hasDockerEngine } from './servers/docker.mjs';
import { readBenchOptions } from './session/bench-options.mjs';
import { deleteData } from './session/data.mjs';
import { preflight } from './session/preflight.mjs';
import { prepare } from './session/preparation.mjs';
import { shutDown } from './session/shutdown.mjs';
import { Site } from './session/site.mjs';
import { Interrupted, supervise } from './session/supervision.mjs';
import { isolatedSettings, readSettings } from './settings.mjs';
import { stack } from './stack.mjs';

const timeoutMs = 30 * 60_000;
const everything = stack.map((node) => node.name);
const names = benchmarks.map(({ name }) => name);
const { settings, problems } = readSettings({ ...process.env, PORT: undefined });
const { options, problems: moreProblems } = readBenchOptions(process.argv.slice(2), names);
const site = new Site(isolatedSettings(settings, 'bench'), process.env);
const chosen = benchmarks
  .filter(({ name, onHosts }) => (options.only === null ? onHosts !== true : name === options.only))
  .map((benchmark) => ({ ...benchmark, needs: benchmark.needs === 'everything' ? everything : benchmark.needs }));
const onHosts = chosen.some((benchmark) => benchmark.onHosts);
process.exit(await main());

/** @returns {Promise<number>} The exit code. */
async function main() {
  const wrong = [...problems, ...moreProblems];
  if (site.records.supervisor() !== null)
    wrong.push('The benchmarks are already running. Stop them with Ctrl-C, or: npm run reset.');
  if (wrong.length > 0) return fail(wrong);
  await shutDown(site);
  await deleteData(site);
  const problem = onHosts ? hostNetwork.problem(site) : null;
  if (problem !== null) return fail([problem]);
  site.usesDocker = !onHosts && settings.docker === 'auto' && hasDockerEngine();
  try {
    return await supervise(site, { nodes: stack }, runAll);
  } catch (error) {
    if (error instanceof Interrupted) return 130;
    return fail([error instanceof Error ? error.message : String(error)]);
  }
}

/**
 * @param {import('./session/stack-runner.mjs').StackRunner} runner
 * @param {AbortSignal} signal
 */
async function runAll(runner, signal) {
  const servers = runner.serversFor(chosen.flatMap((benchmark) => benchmark.needs));
  const findings = await preflight(site, servers);
  if (findings.length > 0) return fail(findings);
  await prepare(site, servers, signal);
  if (onHosts) await hostNetwork.acquire(site, signal);
  if (options.profile) loadProfiler();
  /** @type {Record<string, unknown>} */
  const results = {};
  mkdirSync(site.layout.results, { recursive: true });
  for (const benchmark of chosen) {
    const { name, replicas } = benchmark;
    if (replicas === undefined) results[name] = await run(benchmark, {}, runner, signal);
    else {
      /** @type {unknown[]} */
      const each = [];
      for (const replicaCounts of replicas) each.push(await run(benchmark, replicaCounts, runner, signal));
      results[name] = each;
    }
    writeFileSync(site.layout.resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  }
  site.console.print(`Results: ${site.layout.resultsFile}`);
  return 0;
}

/**
 * @param {Omit<(typeof benchmarks)[number], 'needs'> & { needs: string[] }} benchmark
 * @param {Record<string, number>} replicas
 * @param {import('./session/stack-runner.mjs').StackRunner} runner
 * @param {AbortSignal} signal
 * @returns {Promise<unknown>} Its figures.
 */
async function run({ name, needs, args: usual, profile }, replicas, runner, signal) {
  const args = (options.profile ? profile : undefined) ?? usual;
  await runner.scale(replicas);
  await runner.bringUp(needs);
  const output = path.join(site.layout.results, `${name}.json`);
  rmSync(output, { force: true });
  const env = { ...(await settingsFor(output)), BENCH_REPLICAS: JSON.stringify(replicas) };
  const command = site.command({ name: `bench-${name}`, command: 'node', args, timeoutMs }, env);
  await runCommand({ ...command, showOutput: true }, site, signal);
  return existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : null;
}

/** Lets services that start from now on write CPU profiles. */
function loadProfiler() {
  const profiler = pathToFileURL(path.join(site.root, 'tools/bench/profiler.mjs'));
  const flags = [site.env.NODE_OPTIONS ?? '', `--import=${profiler.href}`].join(' ').trim();
  site.env = { ...site.env, NODE_OPTIONS: flags, BENCH_PROFILE_DIR: site.layout.results };
}

/** @param {string} output File for the benchmark's figures. */
async function settingsFor(output) {
  return {
    ...(await testSettings(site)),
    ...(await hostNetwork.settings(site)),
    BENCH_OUT: output,
    BENCH_SECONDS: String(options.seconds),
    BENCH_REPEATS: String(options.repeats),
  };
}

/** @param {string[]} findings */
function fail(findings) {
  for (const finding of findings) site.console.print(finding);
  return 1;
}
