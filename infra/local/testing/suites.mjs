import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { commands, jestStep } from '../commands.mjs';
import { testSettings } from '../environment.mjs';
import { hostNetwork } from '../network/host-network.mjs';
import { exitCodeOf } from '../process/run-command.mjs';
import { services } from '../stack.mjs';
import { chartRenderer } from './chart-renderer.mjs';
import { clusterInstallation } from './cluster-installation.mjs';
import { composeInstallation } from './compose-installation.mjs';
import { jestOutcome } from './jest-outcome.mjs';
import { prometheus } from './prometheus.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string[]} needs Nodes of stack.mjs.
 * @property {import('../commands.mjs').Step | null} check A command that passes or fails as a whole; null: Jest.
 * @property {Record<string, number>} [replicas] Processes per service, instead of the usual number.
 * @property {number} [brokers] Kafka brokers, if not one.
 * @property {boolean} [onDemand] Runs only if named on the command line.
 * @property {string[]} [projects] Projects of jest.config.mjs in run order, instead of the one with its name.
 * @property {Tool} [tool] What it needs besides; outside CI the suite is skipped with a message if it is missing.
 */

/**
 * @typedef {object} Tool
 * @property {(site: Site) => string | null} problem Why it is not available, in a sentence with the remedy.
 * @property {(site: Site, signal: AbortSignal) => Promise<void>} acquire
 * @property {(site: Site) => Promise<Record<string, string>> | Record<string, string>} settings Of the tests.
 * @property {(site: Site, signal: AbortSignal) => Promise<void>} [release] Removes what `acquire` started.
 */

/** @typedef {{ site: Site, runner: import('../session/stack-runner.mjs').StackRunner, tally: import('./tally.mjs').Tally, files: readonly string[], signal: AbortSignal }} Run `files`: parts of test file names; none: all. */

/** Two inference processes, so that one can take over from the other. */
const usualReplicas = { inference: 2 };

const twoOfEach = Object.fromEntries(services.map((name) => [name, 2]));

/**
 * The suites of `npm test` in run order, and those that run on demand.
 *
 * @type {readonly Suite[]}
 */
export const suites = [
  { name: 'format', needs: [], check: commands.format },
  { name: 'docs', needs: [], check: commands.docs },
  { name: 'lint', needs: [], check: commands.lint },
  { name: 'duplication', needs: [], check: commands.duplication },
  { name: 'typecheck', needs: [], check: commands.typecheck },
  { name: 'docker', needs: [], check: commands.docker },
  { name: 'unit', needs: [], check: null },
  { name: 'chart', needs: [], check: null, tool: chartRenderer },
  { name: 'int', needs: ['kafka', 'database', 'bucket'], check: null, projects: ['int', 'int-topics'] },
  { name: 'e2e', needs: [...services, 'apply'], check: null, projects: ['e2e', 'e2e-alone'] },
  { name: 'console', needs: [...services, 'apply'], check: null },
  { name: 'faults', needs: [...services, 'apply'], check: null, onDemand: true },
  { name: 'rollout', needs: [...services, 'apply'], check: null, replicas: twoOfEach, onDemand: true },
  { name: 'brokers', needs: [...services, 'apply'], check: null, brokers: 3, onDemand: true },
  { name: 'network', needs: [...services, 'apply'], check: null, brokers: 3, tool: hostNetwork, onDemand: true },
  { name: 'alerts', needs: [...services, 'apply'], check: null, brokers: 3, tool: prometheus, onDemand: true },
  {
    name: 'compose',
    needs: [],
    check: null,
    projects: ['compose', 'elsewhere'],
    tool: composeInstallation,
    onDemand: true,
  },
  {
    name: 'cluster',
    needs: [],
    check: null,
    projects: ['cluster', 'elsewhere'],
    tool: clusterInstallation,
    onDemand: true,
  },
];

/**
 * Runs one suite and adds its results to the tally. A suite that cannot run is one failure.
 *
 * @param {Suite} suite
 * @param {Run} run
 */
export async function runSuite(suite, run) {
  const { site, runner, tally, signal } = run;
  const problem = suite.tool?.problem(site) ?? null;
  if (problem !== null && !process.env.CI) return site.console.print(problem);
  site.console.log(`${suite.name}: running`);
  const before = { passed: tally.passed, failed: tally.failed };
  try {
    if (problem !== null) throw new Error(problem);
    await suite.tool?.acquire(site, signal);
    await runner.scale(suite.replicas ?? usualReplicas);
    await runner.bringUp(suite.needs);
    for (const project of suite.projects ?? [suite.name]) {
      const outcome = suite.check ? await runCheck(suite.check, run) : await runJest(suite, project, run);
      tally.add(project, outcome);
      site.console.log(`${project}: ${outcome.passed} passed, ${outcome.failures.length} failed`);
    }
    if (tally.passed === before.passed && tally.failed === before.failed)
      throw new Error(`${suite.name}: no test ran.`);
  } catch (error) {
    signal.throwIfAborted();
    fail(suite, run, error);
  } finally {
    // Even after an interruption nothing stays behind.
    await suite.tool?.release?.(site, new AbortController().signal).catch((error) => fail(suite, run, error));
  }
  reportCrashes(suite, run);
  if (suite.needs.includes('gateway') && tally.failed > before.failed) printServiceLogs(site);
}

/**
 * @param {Suite} suite
 * @param {Run} run
 * @param {unknown} error
 */
function fail({ name }, { site, tally }, error) {
  const message = error instanceof Error ? error.message : String(error);
  tally.fail(name, message);
  site.console.print(message);
}

/**
 * @param {import('../commands.mjs').Step} step
 * @param {Run} run
 */
async function runCheck(step, { site, signal }) {
  const env = { EARSHOT_CACHE_DIR: site.settings.cacheDir };
  const code = await exitCodeOf({ ...site.command(step, env), showOutput: true }, site, signal);
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [`exit code ${code}.`] };
}

/**
 * @param {Suite} suite
 * @param {string} project Of jest.config.mjs.
 * @param {Run} run
 */
async function runJest(suite, project, { site, files, signal }) {
  const outputFile = path.join(site.layout.results, `${project}.json`);
  mkdirSync(site.layout.results, { recursive: true });
  rmSync(outputFile, { force: true });
  const ofServers = suite.needs.length > 0 ? await testSettings(site) : {};
  const env = { ...ofServers, ...(await suite.tool?.settings(site)) };
  const jest = jestStep(project, { outputFile, workers: workersOf(suite, project), files });
  const code = await exitCodeOf({ ...site.command(jest, env), showOutput: true }, site, signal);
  return jestOutcome(outputFile, code);
}

/**
 * One file after the other where tests run the same service or kill it. Files of `int` share only the servers, on which
 * each has a database and topics of its own, and files of `e2e` a stack on which each has a project of its own; two at
 * a time leave connections to PostgreSQL, and a core each.
 *
 * @param {Suite} suite
 * @param {string} project
 */
function workersOf(suite, project) {
  if (project === 'int' || project === 'e2e') return 2;
  return suite.needs.length > 0 || suite.projects !== undefined ? 1 : '100%';
}

/**
 * A service that crashed is a failure of the suite.
 *
 * @param {Suite} suite
 * @param {Run} run
 */
function reportCrashes({ name }, { site, tally }) {
  for (const { name: service, pid, how } of site.exits.takeCrashes())
    tally.fail(name, `${service} (pid ${pid}) crashed: ${how}. Log: ${site.logs.file(service)}`);
}

/** @param {Site} site */
function printServiceLogs(site) {
  for (const { name, kind, logFile } of site.records.alive()) {
    if (kind === 'app' && logFile) site.console.print(`The end of ${logFile}:\n${site.logs.tail(name, 40)}`);
  }
}
