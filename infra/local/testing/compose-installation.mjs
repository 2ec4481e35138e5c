import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newEnvironment, threeBrokers } from '../../docker/new-env.mjs';
import { runCommand } from '../process/run-command.mjs';
import { hasDockerEngine } from '../servers/docker.mjs';
import { buildImages, docker, imagesOf, removeImages } from './container-images.mjs';
import { checkOutPrevious } from './previous-revision.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/** Of networks, volumes and containers. */
const project = 'earshot-test';
const timeoutMs = 10 * 60_000;

/**
 * The installation of docker-compose.yml in a Docker engine on this machine: `npm test -- compose`. It begins with the
 * previous revision.
 */
export const composeInstallation = {
  problem() {
    if (hasDockerEngine()) return null;
    return 'The containers were NOT tested: no Docker engine with Compose answers. Start one, or name it in DOCKER_HOST.';
  },

  /**
   * Builds both revisions, and starts the previous one.
   *
   * @param {Site} site
   * @param {AbortSignal} signal
   */
  async acquire(site, signal) {
    await down(site, signal);
    mkdirSync(folderOf(site), { recursive: true });
    const env = { ...newEnvironment(), ...(await addresses(site)) };
    writeFileSync(
      envFile(site),
      Object.entries(env)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
      { mode: 0o600 },
    );
    await checkOutPrevious(site, previousOf(site), signal);
    await buildImages(site, previousOf(site), signal);
    site.console.log('compose: starting the previous revision');
    const args = [...composeArgs(site, previousOf(site)), 'up', '--detach', '--no-build', '--wait'];
    await compose(site, args, imagesOf('previous'), signal);
    writeFileSync(volumesFile(site), JSON.stringify(docker('volume', 'ls', '--quiet')));
  },

  /** @param {Site} site */
  async settings(site) {
    const lines = readFileSync(envFile(site), 'utf8').split('\n');
    const valueOf = (/** @type {string} */ name) =>
      lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
    return {
      EARSHOT_URL: `http://127.0.0.1:${valueOf('PORT')}`,
      EARSHOT_ADMIN_KEY: valueOf('EARSHOT_ADMIN_KEY'),
      EARSHOT_DEMO_KEY: valueOf('EARSHOT_DEMO_KEY'),
      EARSHOT_CACHE_DIR: site.settings.cacheDir,
      // Address of this machine in the engine's default network, which containers of every network reach.
      EARSHOT_TEST_HOST:
        docker('network', 'inspect', 'bridge', '--format', '{{(index .IPAM.Config 0).Gateway}}')[0] ?? '',
      // Variables of the caller would precede those of the file.
      EARSHOT_COMPOSE: JSON.stringify({
        args: composeArgs(site, site.root),
        env: { ...imagesOf('current'), ...(await addresses(site)) },
        threeBrokers,
      }),
    };
  },

  /**
   * Removes the installation. @throws Error if anything of it is left.
   *
   * @param {Site} site
   * @param {AbortSignal} signal
   */
  async release(site, signal) {
    if (!existsSync(folderOf(site))) return;
    await down(site, signal);
    removeImages();
    const unnamed = newUnusedVolumes(site);
    rmSync(folderOf(site), { recursive: true, force: true });
    const filter = ['--filter', `label=com.docker.compose.project=${project}`];
    const left = [
      ...docker('ps', '--all', '--quiet', ...filter),
      ...docker('volume', 'ls', '--quiet', ...filter),
      ...unnamed,
      ...docker('network', 'ls', '--quiet', ...filter),
    ];
    if (left.length > 0) throw new Error(`compose: still there after docker compose down: ${left.join(', ')}`);
  },
};

/** @param {Site} site */
const folderOf = (site) => path.join(site.settings.dataDir, 'compose');
/** @param {Site} site */
const envFile = (site) => path.join(folderOf(site), 'env');
/** @param {Site} site */
const volumesFile = (site) => path.join(folderOf(site), 'volumes.json');
/** @param {Site} site */
const previousOf = (site) => path.join(folderOf(site), 'previous');

/**
 * Volumes of replaced containers of this revision, which have neither name nor label.
 *
 * @param {Site} site
 */
function newUnusedVolumes(site) {
  if (!existsSync(volumesFile(site))) return [];
  const before = JSON.parse(readFileSync(volumesFile(site), 'utf8'));
  return docker('volume', 'ls', '--quiet', '--filter', 'dangling=true').filter((name) => !before.includes(name));
}

/**
 * @param {Site} site
 * @param {string} root Folder of a revision.
 */
const composeArgs = (site, root) => [
  ...['compose', '--project-name', project, '--env-file', envFile(site)],
  ...['--file', path.join(root, 'docker-compose.yml'), '--progress', 'quiet'],
];

/**
 * @param {Site} site
 * @returns {Promise<Record<string, string>>} The port of the interface, and the networks in which the tests have servers.
 */
async function addresses(site) {
  // A test has models at 127.0.0.1 that nobody calls.
  const networks = '127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16';
  return {
    PORT: String(await site.ports.choose('compose')),
    EARSHOT_PROVIDERS_ALLOWED_NETWORKS: networks,
    EARSHOT_TOOLS_ALLOWED_NETWORKS: networks,
  };
}

/**
 * @param {Site} site
 * @param {AbortSignal} signal
 */
async function down(site, signal) {
  const file = path.join(site.root, 'docker-compose.yml');
  const args = ['compose', '--project-name', project, '--file', file, '--profile', '*'];
  // Compose cannot read the file without secrets; which ones does not matter here.
  await compose(site, [...args, 'down', '--volumes', '--remove-orphans'], newEnvironment(), signal);
}

/**
 * @param {Site} site
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {AbortSignal} signal
 */
function compose(site, args, env, signal) {
  return runCommand(site.command({ name: 'compose', command: 'docker', args, timeoutMs }, env), site, signal);
}
