import { createHash } from 'node:crypto';
import { answersOk, kafkaAnswers, postgresAnswers } from '../process/probes.mjs';
import { runCommand } from '../process/run-command.mjs';
import { images } from '../versions.mjs';
import { minioUser } from './minio.mjs';
import { outputOf } from './programs.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/** An engine that does not answer within this time counts as absent. */
const engineTimeoutMs = 4000;

/** @returns {boolean} Whether a Docker engine with Compose answers. */
export function hasDockerEngine() {
  const engine = outputOf('docker', ['info', '--format', '{{.ServerVersion}}'], { timeoutMs: engineTimeoutMs });
  if (engine === null || engine.trim() === '') return false;
  return outputOf('docker', ['compose', 'version', '--short'], { timeoutMs: engineTimeoutMs }) !== null;
}

/** @type {Record<string, (port: number) => Promise<boolean>>} */
const probes = {
  kafka: (port) => kafkaAnswers('127.0.0.1', port),
  postgres: (port) => postgresAnswers('127.0.0.1', port),
  minio: (port) => answersOk(`http://127.0.0.1:${port}/minio/health/ready`),
};

/**
 * Runs a server as a container. Compose stays in the foreground and is supervised like any process: it exits with the
 * container, and stops it on SIGTERM.
 *
 * @param {import('../stack.mjs').Server} server
 * @returns {import('../stack.mjs').Server}
 */
export function inContainer(server) {
  const { name, label } = server;
  return {
    name,
    label: `${label} (Docker)`,
    isAcquired: () => false,
    acquire: async (site, signal) => {
      const args = [...composeArgs(site), 'create', '--quiet-pull', '--remove-orphans', name];
      const endProgress = site.console.progress(`${label}: pulling the image`);
      const command = { name: `${name}-image`, command: 'docker', args, timeoutMs: 15 * 60_000 };
      // One at a time: two calls would both create the network.
      dockerQueue = dockerQueue.then(async () => {
        const env = await composeEnvironment(site);
        await runCommand({ ...site.command(command), env }, site, signal);
      });
      await dockerQueue.finally(endProgress);
    },
    launches: async (site) => {
      const port = await site.ports.choose(name);
      const launch = {
        command: 'docker',
        args: [...composeArgs(site), 'up', '--no-log-prefix', '--no-deps', name],
        cwd: site.root,
        env: await composeEnvironment(site),
        stopSignal: /** @type {const} */ ('SIGTERM'),
        stopTimeoutMs: 30_000,
        isReady: () => probes[name]?.(port) ?? Promise.resolve(false),
      };
      return [{ name, launch }];
    },
  };
}

/** @type {Promise<void>} */
let dockerQueue = Promise.resolve();

/**
 * Stops the containers of a data directory, whoever started them.
 *
 * @param {Site} site
 * @param {{ deleteData: boolean }} options
 */
export async function removeContainers(site, { deleteData }) {
  const args = [...composeArgs(site), 'down', '--remove-orphans', ...(deleteData ? ['--volumes'] : [])];
  const command = site.command({ name: 'containers', command: 'docker', args, timeoutMs: 120_000 });
  await runCommand({ ...command, env: await composeEnvironment(site) }, site, new AbortController().signal);
}

/** @param {Site} site */
const composeArgs = (site) => ['compose', '--project-name', projectName(site), '--file', 'infra/docker/backing.yml'];

/**
 * @param {Site} site
 * @returns {string} Derived from the data directory, so that two directories never share containers or volumes.
 */
function projectName(site) {
  return `earshot-${createHash('sha256').update(site.settings.dataDir).digest('hex').slice(0, 12)}`;
}

/** @param {Site} site */
async function composeEnvironment(site) {
  return {
    ...site.env,
    EARSHOT_COMPOSE_PROJECT: projectName(site),
    POSTGRES_IMAGE: images.postgres,
    POSTGRES_PORT: String(await site.ports.choose('postgres')),
    POSTGRES_PASSWORD: site.password('postgres'),
    KAFKA_IMAGE: images.kafka,
    KAFKA_PORT: String(await site.ports.choose('kafka')),
    MINIO_IMAGE: images.minio,
    MINIO_PORT: String(await site.ports.choose('minio')),
    MINIO_USER: minioUser,
    MINIO_PASSWORD: site.password('minio'),
  };
}
