/**
 * @typedef {object} Step
 * @property {string} name Name on the console.
 * @property {string} command
 * @property {string[]} args Paths are relative to the root of the checkout.
 * @property {number} timeoutMs
 */

const minuteMs = 60_000;

/** @type {(name: string, command: string, args: string[], timeoutMs: number) => Step} */
const step = (name, command, args, timeoutMs) => ({ name, command, args, timeoutMs });

/** Commands that install, build and check a checkout without servers. */
export const commands = {
  // Building needs development packages, whatever NODE_ENV is.
  install: step('npm packages', 'npm', ['ci', '--include=dev'], 15 * minuteMs),
  // At every start: npx would need half a second of CPU more.
  build: step(
    'build',
    'node',
    ['node_modules/.bin/nx', 'run-many', '-t', 'build', 'bundle', 'api-types'],
    10 * minuteMs,
  ),
  checkDeclaration: step('earshot.yaml', 'node', ['apps/apply/dist/main.js', '--check', 'earshot.yaml'], minuteMs),
  duplication: step('duplication', 'npx', ['jscpd'], 5 * minuteMs),
  docker: step('docker', 'node', ['infra/docker/check.mjs'], 10 * minuteMs),
  docs: step('docs', 'node', ['tools/docs-check/check.mjs'], minuteMs),
  format: step('format', 'npx', ['prettier', '--check', '.'], 5 * minuteMs),
  lint: step('lint', 'npx', ['eslint', '.', '--concurrency=auto'], 10 * minuteMs),
  typecheck: step('typecheck', 'npm', ['run', 'typecheck'], 10 * minuteMs),
};

/**
 * Runs one project of the root jest.config.mjs. That no test ran is no failure here: words may choose files of another.
 *
 * @param {string} project
 * @param {{ outputFile: string, workers: number | '100%', files: readonly string[] }} options outputFile: Jest's
 *   results as JSON; workers: files that run at once, `100%`: one per core; files: parts of test file names; none: all.
 * @returns {Step}
 */
export function jestStep(project, { outputFile, workers, files }) {
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  const results = ['--json', '--outputFile', outputFile, '--passWithNoTests'];
  const args = ['--selectProjects', project, `--maxWorkers=${workers}`, ...results];
  if (files.length > 0) args.push('--testPathPatterns', ...files);
  // Ends a hanging suite: the longest takes 25 minutes on two cores.
  return step(project, 'node', [...jest, ...args], 45 * minuteMs);
}

/**
 * @typedef {object} Benchmark
 * @property {string} name
 * @property {string[] | 'everything'} needs Nodes of stack.mjs.
 * @property {string[]} args
 * @property {string[]} [profile] Args with `--profile`.
 * @property {Record<string, number>[]} [replicas] One run for each entry.
 * @property {boolean} [onHosts] Runs on a network of hosts, and only if named on the command line.
 */

/**
 * The benchmarks in run order: those with fewer dependencies first.
 *
 * @type {ReadonlyArray<Benchmark>}
 */
export const benchmarks = [
  { name: 'lanes', needs: ['kafka'], args: ['libs/messaging/bench/lane.bench.mjs'] },
  {
    name: 'serving',
    needs: 'everything',
    args: ['tools/bench/serving.bench.mjs'],
    profile: ['tools/bench/profile.bench.mjs'],
  },
  {
    name: 'scaling',
    needs: 'everything',
    args: ['tools/bench/scaling.bench.mjs'],
    replicas: [1, 2, 4].map((inference) => ({ inference })),
  },
  { name: 'workers', needs: ['kafka'], args: ['tools/bench/workers.bench.mjs'] },
  { name: 'tenants', needs: 'everything', args: ['tools/bench/tenants.bench.mjs'] },
  { name: 'sessions', needs: 'everything', args: ['tools/bench/sessions.bench.mjs'] },
  { name: 'interactions', needs: 'everything', args: ['tools/bench/interactions.bench.mjs'] },
  { name: 'console', needs: 'everything', args: ['tools/bench/console.bench.mjs'] },
  { name: 'feedback', needs: 'everything', args: ['tools/bench/feedback.bench.mjs'] },
  { name: 'uploads', needs: 'everything', args: ['tools/bench/uploads.bench.mjs'] },
  { name: 'network', needs: 'everything', args: ['tools/bench/network.bench.mjs'], onHosts: true },
  { name: 'datasets', needs: 'everything', args: ['tools/bench/datasets.bench.mjs'] },
];
