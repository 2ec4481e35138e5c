import { kafka } from './servers/kafka.mjs';
import { minio } from './servers/minio.mjs';
import { postgres } from './servers/postgres.mjs';
import { resources } from './environment.mjs';

/** @typedef {import('./session/site.mjs').Site} Site */
/** @typedef {import('./environment.mjs').Resource} Resource */
/** @typedef {import('./session/app-launches.mjs').NamedLaunch} NamedLaunch */

/**
 * @typedef {object} Server
 * @property {string} name
 * @property {string} label Name on the console.
 * @property {(site: Site) => boolean} isAcquired Whether its program is in the cache.
 * @property {(site: Site, signal: AbortSignal) => Promise<void>} acquire Downloads or builds its program into the
 * cache.
 * @property {(site: Site, signal: AbortSignal) => Promise<NamedLaunch[]>} launches Its processes.
 */

/** @typedef {{ kind: 'server', name: string, needs: string[], server: Server }} ServerNode */
/**
 * A command that runs once at each start.
 *
 * @typedef {object} JobNode
 * @property {'job'} kind
 * @property {string} name
 * @property {string[]} needs
 * @property {Resource[]} uses
 * @property {string} service Service whose role and settings it uses.
 * @property {(site: Site) => string[]} args Arguments of Node.js, relative to the root of the checkout.
 */
/**
 * A service of this repository, in one or several processes.
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
 * For services with little state. On large machines V8 otherwise grows the heap fourfold before it collects, and gives
 * the young generation 32 MiB.
 */
const smallHeap = ['--max-old-space-size=256', '--max-semi-space-size=4'];

/**
 * For dataset conversion. V8 collects sooner: a file of 2 GiB takes 220 MB instead of 240 to 300, and 1/6 more time.
 */
const muchGarbage = ['--optimize-for-size'];

/**
 * For services that pipe files. Each read is a buffer of up to 64 KiB, which stays until the young generation is full:
 * a small one frees buffers soon. They count with the heap instead of triggering collections of their own.
 */
const passingFiles = ['--external-memory-accounted-in-global-limit', '--max-semi-space-size=2'];

/** The whole system in start order. It stops in reverse order, the gateway first, so that it drains. */
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

/** Names of the services. */
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
 * A service, with the migration of its schema if it has a database.
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
    args: () => [`apps/${name}/bundle/database/migrate.js`],
  });
  const migrations = uses.includes('database') ? [migration] : [];
  const needs = [...neededFor(uses), ...migrations.map((node) => node.name)];
  return [...migrations, { kind: 'app', name, needs, uses, nodeFlags }];
}

/** @param {Resource[]} uses */
function neededFor(uses) {
  return uses.flatMap((use) => resources[use].needs);
}
