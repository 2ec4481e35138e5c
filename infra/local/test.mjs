/**
 * `npm test` runs all suites on a separate stack with fresh data. `npm test -- unit` runs one suite.
 * `npm test -- e2e uploads files` runs the test files of one suite whose names contain one of these words.
 * The last line is always `N passed, N failed`; those that failed stand before it.
 */
import { Interrupted, supervise } from './session/supervision.mjs';
import { deleteData } from './session/data.mjs';
import { preflight } from './session/preflight.mjs';
import { hasDockerEngine } from './servers/docker.mjs';
import { Console } from './process/console.mjs';
import { Site } from './session/site.mjs';
import { isolatedSettings, readSettings } from './settings.mjs';
import { prepare } from './session/preparation.mjs';
import { shutDown } from './session/shutdown.mjs';
import { runSuite, suites } from './testing/suites.mjs';
import { Tally } from './testing/tally.mjs';
import { stack } from './stack.mjs';

const console_ = new Console(process.stdout);
const tally = new Tally();
const [suiteName, ...files] = process.argv.slice(2);
const chosen = suites.filter(({ name, onDemand }) =>
  suiteName === undefined ? onDemand !== true : name === suiteName,
);
const interrupted = await main();
for (const line of tally.summary()) console_.print(line);
process.exit(interrupted ? 130 : tally.failed > 0 ? 1 : 0);

/** @returns {Promise<boolean>} Whether it was interrupted. */
async function main() {
  const { settings, problems } = readSettings({ ...process.env, PORT: undefined });
  if (chosen.length === 0)
    problems.push(`Unknown suite ${suiteName}. Suites: ${suites.map(({ name }) => name).join(', ')}.`);
  if (problems.length > 0) return fail(problems);
  // Tools and model servers of the suites run on this machine.
  const thisMachine = '127.0.0.1/32';
  const allowed = { EARSHOT_TOOLS_ALLOWED_NETWORKS: thisMachine, EARSHOT_PROVIDERS_ALLOWED_NETWORKS: thisMachine };
  const env = { ...process.env, ...allowed };
  const site = new Site(isolatedSettings(settings, 'test'), env, console_);
  const running = site.records.supervisor();
  if (running !== null) return fail(['The tests are already running. Stop them with Ctrl-C, or: npm run reset.']);
  await shutDown(site);
  await deleteData(site);
  site.env = { ...site.env, ...(await tracingOnDemand(site)) };
  const needed = new Set(chosen.flatMap((suite) => suite.needs));
  site.brokers = Math.max(...chosen.map(({ brokers = 1 }) => brokers));
  site.usesDocker = needed.size > 0 && site.brokers === 1 && settings.docker === 'auto' && hasDockerEngine();
  try {
    return await supervise(site, { nodes: stack }, async (runner, signal) => {
      const servers = runner.serversFor([...needed]);
      const findings = await preflight(site, servers);
      if (findings.length > 0) return fail(findings);
      await prepare(site, servers, signal);
      for (const suite of chosen) await runSuite(suite, { site, runner, tally, files, signal });
      return false;
    });
  } catch (error) {
    fail([error instanceof Interrupted ? 'Interrupted.' : error instanceof Error ? error.message : String(error)]);
    return error instanceof Interrupted;
  }
}

/**
 * What prevents the tests from running is a failure too.
 *
 * @param {string[]} problems
 */
function fail(problems) {
  for (const problem of problems) tally.fail('npm test', problem);
  return false;
}

/**
 * Exports spans to a port where a suite may listen, only for requests whose `traceparent` has the flag "sampled".
 *
 * @param {Site} site
 * @returns {Promise<Record<string, string>>}
 */
async function tracingOnDemand(site) {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await site.ports.choose('otlp')}`,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
}
