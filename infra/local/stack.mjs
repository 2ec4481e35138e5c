import { kafka } from './servers/kafka.mjs';
import { minio } from './servers/minio.mjs';
import { postgres } from './servers/postgres.mjs';
import { resources } from './environment.mjs';

/** @typedef {import('./session/site.mjs').Site} Site */
/** @typedef {import('./environment.mjs').Resource} Resource */

/**
 * @typedef {object} Server
 * @property {string} name
 * @property {string} label As it is shown.
 * @property {(site: Site) => boolean} isAcquired Whether its program is in the cache.
 * @property {(site: Site, signal: AbortSignal) => Promise<void>} acquire Brings its program into the cache.
 * @property {(site: Site, signal: AbortSignal) => Promise<import('./process/managed-process.mjs').Launch>} launch
 */

/** @typedef {{ kind: 'server', name: string, needs: string[], server: Server }} ServerNode */
/**
 * Runs to its end, once at each start.
 *
 * @typedef {object} JobNode
 * @property {'job'} kind
 * @property {string} name
 * @property {string[]} needs
 * @property {Resource[]} uses
 * @property {string} service Whose role and settings it uses.
 * @property {(site: Site) => string[]} args Node's, relative to the root of the checkout.
 */
/**
 * A service of this repository, in one process or several.
 *
 * @typedef {object} AppNode
 * @property {'app'} kind
 * @property {string} name
 * @property {string[]} needs
 * @property {Resource[]} uses
 * @property {string[]} nodeFlags
 */
/** @typedef {ServerNode | JobNode | AppNode} Node */

/**
 * For a service that holds little: what is garbage goes early. On a machine with much memory V8 lets a heap grow fourfold before it looks, and by a
 * third where this is the limit (in a container, it goes by the container's); and gives what dies young 32 MiB.
 */
const smallHeap = ['--max-old-space-size=256', '--max-semi-space-size=4'];

/**
 * For the conversion of datasets, which is all garbage: V8 collects it sooner. A file of 2 GiB takes 220 instead of 240 to 300 MB, and a sixth more
 * time.
 */
const muchGarbage = ['--optimize-for-size'];

/**
 * For a service that files pass through: what its buffers hold counts with the heap when V8 decides whether to collect it, instead of being a reason
 * of its own, again and again; and what dies young has 8 MiB instead of 32. A download takes two thirds of the time, the process half the memory.
 */
const passingFiles = ['--external-memory-accounted-in-global-limit', '--max-semi-space-size=8'];

/** The whole system. Whatever is stopped is stopped in the reverse order; the gateway first, so that it drains. */
export const stack = [
  server(postgres),
  server(kafka),
  server(minio),
  job('database', { uses: ['databaseAdmin'], args: () => ['infra/postgres/init.mjs'] }),
  job('bucket', { uses: ['bucketAdmin'], args: () => ['infra/local/servers/create-bucket.mjs'] }),
  job('topics', { uses: ['broker'], args: () => ['infra/kafka/create-topics.mjs'] }),
  ...service('projects', ['kafka', 'database'], smallHeap),
  ...service('inference', ['kafka', 'database', 'secretKey', 'models', 'addresses']),
  ...service('storage', ['kafka', 'database', 'bucket'], [...smallHeap, ...muchGarbage]),
  ...service('interactions', ['kafka', 'database']),
  ...service('feedback', ['kafka', 'database']),
  ...service('gateway', ['kafka', 'secretKey', 'adminKey', 'publicPort'], passingFiles),
  job('apply', {
    needs: ['projects', 'inference', 'feedback', 'gateway'],
    uses: ['api'],
    args: () => ['apps/apply/dist/main.js', 'earshot.yaml'],
  }),
];

/** The services, by name. */
export const services = stack.filter((node) => node.kind === 'app').map((node) => node.name);

/**
 * @param {Server} program
 * @returns {ServerNode}
 */
function server(program) {
  return { kind: 'server', name: program.name, needs: [], server: program };
}

/**
 * @param {string} name
 * @param {{ needs?: string[], uses?: Resource[], service?: string, args: JobNode['args'] }} options
 * @returns {JobNode}
 */
function job(name, { needs = [], uses = [], service: owner = name, args }) {
  return { kind: 'job', name, needs: [...needs, ...neededFor(uses)], uses, service: owner, args };
}

/**
 * A service, and the migration of its schema if it has a database.
 *
 * @param {string} name
 * @param {Resource[]} uses
 * @param {string[]} [nodeFlags]
 * @returns {Node[]}
 */
function service(name, uses, nodeFlags = []) {
  const migration = job(`${name}-migrations`, {
    uses: ['database'],
    service: name,
    args: () => [`apps/${name}/dist/database/migrate.js`],
  });
  const migrations = uses.includes('database') ? [migration] : [];
  const needs = [...neededFor(uses), ...migrations.map((node) => node.name)];
  return [...migrations, { kind: 'app', name, needs, uses, nodeFlags }];
}

/** @param {Resource[]} uses */
function neededFor(uses) {
  return uses.flatMap((use) => resources[use].needs);
}
