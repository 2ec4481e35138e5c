/**
 * `npm test -- docker`: loads docker-compose.yml and the Dockerfile with Docker's own code and the dashboard with
 * Grafana's, then applies compose-rules.mjs.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { outputOf } from '../local/servers/programs.mjs';
import { readSettings, root } from '../local/settings.mjs';
import { stack } from '../local/stack.mjs';
import { composeImages, images } from '../local/versions.mjs';
import { brokenRules, differingFlags, missingNodes } from './compose-rules.mjs';
import { wrongSettings } from './compose-settings.mjs';
import { newEnvironment } from './new-env.mjs';

const sources = path.join(import.meta.dirname, 'check');

/** Two slow cores need less than a minute, downloads included. */
const buildTimeoutMs = 10 * 60_000;
const checkTimeoutMs = 60_000;

const [dockerfilePath, composePath] = ['infra/docker/Dockerfile', 'docker-compose.yml'];
const dashboardPath = 'infra/observability/grafana/earshot.json';

/** @typedef {[command: string, args: string[]]} Command */

/** @type {{ dockerfile: Command, compose: Command, dashboard?: Command }} Without Go there is an engine, or nothing would run. */
const byDocker = {
  dockerfile: ['docker', ['build', '--check', '--build-arg', 'APP=gateway', '--file', dockerfilePath, '.']],
  compose: ['docker', ['compose', '--file', composePath, '--profile', '*', 'config', '--format', 'json']],
};

const hasGo = outputOf('go', ['version']) !== null;
const { dockerfile, compose, dashboard } = hasGo ? byChecker(readSettings(process.env).settings.cacheDir) : byDocker;
run(...dockerfile);
if (dashboard) run(...dashboard);
const resolved = run(...compose, newEnvironment());
/** @type {{ services: import('./compose-rules.mjs').Services }} */
const { services } = JSON.parse(resolved);
const problems = [
  ...brokenRules(services),
  ...missingNodes(services, stack),
  ...differingFlags(services, stack),
  ...(await wrongSettings(root, services)),
  ...unpinned(services),
];
if (problems.length > 0) throw new Error(`docker-compose.yml:\n${problems.join('\n')}`);
console.log(`docker-compose.yml: ${Object.keys(services).length} services; the Dockerfile: well-formed`);
console.log(`the dashboard: ${dashboard ? "as Grafana's schema wants it" : 'NOT checked, which needs Go'}`);

/**
 * @param {string} cacheDir
 * @returns {typeof byDocker}
 */
function byChecker(cacheDir) {
  const checker = builtChecker(cacheDir);
  return {
    dockerfile: [checker, ['dockerfile', dockerfilePath]],
    compose: [checker, ['compose', composePath]],
    dashboard: [checker, ['dashboard', dashboardPath]],
  };
}

/**
 * Built once per version of its sources.
 *
 * @param {string} cacheDir
 */
function builtChecker(cacheDir) {
  const hash = createHash('sha256');
  for (const file of ['main.go', 'go.mod', 'go.sum']) hash.update(readFileSync(path.join(sources, file)));
  const binary = path.join(cacheDir, `docker-check-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(binary)) return binary;
  mkdirSync(cacheDir, { recursive: true });
  const draft = `${binary}.${process.pid}.draft`;
  const flags = ['-trimpath', '-mod=readonly', '-ldflags=-s -w'];
  run('go', ['build', '-C', sources, ...flags, '-o', draft, '.'], { CGO_ENABLED: '0' }, buildTimeoutMs);
  renameSync(draft, binary);
  return binary;
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {number} [timeoutMs]
 * @returns {string} What it prints. @throws Error with what it says where it fails.
 */
function run(command, args, env = {}, timeoutMs = checkTimeoutMs) {
  const options = { cwd: root, env: { ...process.env, ...env }, timeout: timeoutMs, maxBuffer: 2 ** 24 };
  const { status, stdout, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** @param {import('./compose-rules.mjs').Services} all */
function unpinned(all) {
  /** @type {string[]} */
  const known = [...Object.values(images), ...Object.values(composeImages)];
  return Object.entries(all)
    .filter(([, { image = '', build }]) => build === undefined && !known.includes(image))
    .map(([name, { image }]) => `${name} runs ${image}, which infra/local/versions.mjs does not have.`);
}
