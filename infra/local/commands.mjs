/**
 * @typedef {object} Step
 * @property {string} name As it is shown.
 * @property {string} command
 * @property {string[]} args Relative paths are relative to the root of the checkout.
 * @property {number} timeoutMs
 */

const minuteMs = 60_000;

/** @type {(name: string, command: string, args: string[], timeoutMs: number) => Step} */
const step = (name, command, args, timeoutMs) => ({ name, command, args, timeoutMs });

/** How a checkout is installed and built; the checks that need no server. */
export const commands = {
  // Development packages are needed to build, whatever NODE_ENV says.
  install: step('npm packages', 'npm', ['ci', '--include=dev'], 15 * minuteMs),
  build: step('build', 'npx', ['nx', 'run-many', '-t', 'build'], 10 * minuteMs),
  checkDeclaration: step('earshot.yaml', 'node', ['apps/apply/dist/main.js', '--check', 'earshot.yaml'], minuteMs),
  docker: step('docker', 'node', ['infra/docker/check.mjs'], 10 * minuteMs),
  docs: step('docs', 'node', ['tools/docs-check/check.mjs'], minuteMs),
  format: step('format', 'npx', ['prettier', '--check', '.'], 5 * minuteMs),
  lint: step('lint', 'npx', ['eslint', '.', '--concurrency=auto'], 10 * minuteMs),
  typecheck: step('typecheck', 'npx', ['tsc', '-p', 'tsconfig.json', '--noEmit'], 10 * minuteMs),
};

/**
 * Runs one project of the root jest.config.mjs; specs against servers one after the other, for they share what there is.
 *
 * @param {string} suite
 * @param {{ outputFile: string, inTurn: boolean, files: readonly string[] }} options outputFile: where Jest writes its results as JSON;
 *   files: parts of names of the test files to run; none: all.
 * @returns {Step}
 */
export function jestStep(suite, { outputFile, inTurn, files }) {
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  // Jest itself leaves one core to whoever else is at the machine: of two that would be half of it.
  const workers = inTurn ? '--runInBand' : '--maxWorkers=100%';
  const args = ['--selectProjects', suite, workers, '--json', '--outputFile', outputFile];
  if (files.length > 0) args.push('--testPathPatterns', ...files);
  return step(suite, 'node', [...jest, ...args], 20 * minuteMs);
}

/**
 * The benchmarks, by name, in the order in which they are run: what needs less goes first, alone with what it needs.
 *
 * @type {ReadonlyArray<{ name: string, needs: string[] | 'everything', args: string[], profile?: string[], replicas?: Record<string, number>[] }>}
 *   `needs` are names out of stack.mjs; `args` are Node's, `profile` those with `--profile`; with `replicas` it is run once with each.
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
  { name: 'tenants', needs: 'everything', args: ['tools/bench/tenants.bench.mjs'] },
  { name: 'sessions', needs: 'everything', args: ['tools/bench/sessions.bench.mjs'] },
  { name: 'interactions', needs: 'everything', args: ['tools/bench/interactions.bench.mjs'] },
  { name: 'feedback', needs: 'everything', args: ['tools/bench/feedback.bench.mjs'] },
  { name: 'uploads', needs: 'everything', args: ['tools/bench/uploads.bench.mjs'] },
  { name: 'datasets', needs: 'everything', args: ['tools/bench/datasets.bench.mjs'] },
];
