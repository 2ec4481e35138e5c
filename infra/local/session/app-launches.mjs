import { settingsOf } from '../environment.mjs';
import { answersOk } from '../process/probes.mjs';
import { nodeCommand } from '../servers/programs.mjs';

/** Longer than the services take to drain (20 s for streams). */
const stopTimeoutMs = 30_000;

/**
 * Without a limit, V8 leaves an idle service with 30 MiB more of young generation. Flags of a service come later and
 * may set another one.
 */
const youngGeneration = '--max-semi-space-size=4';

/** @typedef {{ name: string, launch: import('../process/managed-process.mjs').Launch }} NamedLaunch */

/**
 * Returns the processes of a service. Replicas with the public port share it through one launcher.
 *
 * @param {import('./site.mjs').Site} site
 * @param {import('../stack.mjs').AppNode} node
 * @param {number} replicas
 * @returns {Promise<NamedLaunch[]>}
 */
export async function appLaunches(site, node, replicas) {
  const env = {
    ...site.env,
    ...(await settingsOf(site, node.uses, node.name)),
    LOG_LEVEL: site.settings.logLevel,
    ...site.compiledCode,
    // glibc otherwise keeps free memory for each thread: 3 to 7 MiB a service.
    MALLOC_ARENA_MAX: '2',
  };
  const main = `apps/${node.name}/bundle/main.js`;
  if (node.uses.includes('publicPort')) return [await publicLaunch(site, node, main, env, replicas)];
  return Promise.all(
    Array.from({ length: replicas }, async (_, index) => {
      const instance = `${node.name}-${index}`;
      const port = await site.ports.choose(instance);
      const host = site.addressOf(node.name);
      const own = { EARSHOT_INSTANCE: instance, EARSHOT_HEALTH_HOST: host, EARSHOT_HEALTH_PORT: String(port) };
      return {
        name: instance,
        launch: launchOf(site, [...node.nodeFlags, main], { ...env, ...own }, `http://${host}:${port}`),
      };
    }),
  );
}

/**
 * @param {import('./site.mjs').Site} site
 * @param {Pick<import('../stack.mjs').AppNode, 'name' | 'nodeFlags'>} service
 * @param {string} main
 * @param {Record<string, string>} env
 * @param {number} replicas
 * @returns {Promise<NamedLaunch>}
 */
async function publicLaunch(site, { name, nodeFlags }, main, env, replicas) {
  const url = await site.url();
  if (replicas === 1) {
    const instance = `${name}-0`;
    const own = { ...env, EARSHOT_INSTANCE: instance };
    return { name: instance, launch: launchOf(site, [...nodeFlags, main], own, url) };
  }
  const sharing = ['infra/local/process/port-sharing.mjs', main, name, String(replicas), site.layout.run, url];
  // Workers inherit the launcher's flags.
  const launch = launchOf(site, [...nodeFlags, ...sharing], env, url);
  // All must accept requests: the one that answers the probe is random.
  const isReady = async () => (await launch.isReady()) && takingRequests(site.records, name) === replicas;
  return { name, launch: { ...launch, isReady } };
}

/**
 * @param {import('../process/process-records.mjs').ProcessRecords} records
 * @param {string} service A service whose processes share a port.
 * @returns {number} How many of its processes accept requests.
 */
function takingRequests(records, service) {
  return records.alive().filter(({ name, url }) => name.startsWith(`${service}-`) && url !== undefined).length;
}

/**
 * @param {import('./site.mjs').Site} site
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {string} url
 * @returns {import('../process/managed-process.mjs').Launch}
 */
function launchOf(site, args, env, url) {
  return {
    command: nodeCommand(site.root),
    args: [youngGeneration, ...args],
    cwd: site.root,
    env,
    url,
    stopSignal: 'SIGTERM',
    stopTimeoutMs,
    isReady: () => answersOk(`${url}/readyz`),
  };
}
