import { settingsOf } from '../environment.mjs';
import { answersOk } from '../process/probes.mjs';
import { nodeCommand } from '../servers/programs.mjs';

/** Longer than the services take to drain (they give their streams 20 s), so that a kill is the exception. */
const stopTimeoutMs = 30_000;

/** @typedef {{ name: string, launch: import('../process/managed-process.mjs').Launch }} NamedLaunch */

/**
 * The processes of a service. Several of one that has the public port share it through one launcher.
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
  };
  const main = `apps/${node.name}/dist/main.js`;
  if (node.uses.includes('publicPort')) return [await publicLaunch(site, node, main, env, replicas)];
  return Promise.all(
    Array.from({ length: replicas }, async (_, index) => {
      const instance = `${node.name}-${index}`;
      const port = await site.ports.choose(instance);
      const own = { EARSHOT_INSTANCE: instance, EARSHOT_HEALTH_PORT: String(port) };
      return {
        name: instance,
        launch: launchOf(site, [...node.nodeFlags, main], { ...env, ...own }, `http://127.0.0.1:${port}`, 1),
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
    return { name: instance, launch: launchOf(site, [...nodeFlags, main], own, url, 1) };
  }
  const sharing = ['infra/local/process/port-sharing.mjs', main, name, String(replicas), site.layout.run, url];
  // Its workers are given the flags it has itself.
  return { name, launch: launchOf(site, [...nodeFlags, ...sharing], env, url, replicas) };
}

/**
 * @param {import('./site.mjs').Site} site
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {string} url
 * @param {number} workers How many processes answer there in turn.
 * @returns {import('../process/managed-process.mjs').Launch}
 */
function launchOf(site, args, env, url, workers) {
  return {
    command: nodeCommand(site.root),
    args,
    cwd: site.root,
    env,
    url,
    stopSignal: 'SIGTERM',
    stopTimeoutMs,
    isReady: () => answersOkInTurn(`${url}/readyz`, workers),
  };
}

/**
 * @param {string} url
 * @param {number} times
 */
async function answersOkInTurn(url, times) {
  for (let time = 0; time < times; time++) {
    if (!(await answersOk(url))) return false;
  }
  return true;
}
