/**
 * Rules for docker-compose.yml beyond the Compose specification. A rule gets the services in the form of
 * `docker compose config --format json`.
 *
 * @typedef {object} Service
 * @property {string} [image]
 * @property {unknown} [build]
 * @property {string} [user]
 * @property {boolean} [read_only]
 * @property {string} [restart]
 * @property {string[]} [cap_drop]
 * @property {string[]} [security_opt]
 * @property {string} [stop_grace_period]
 * @property {{ test?: string[] }} [healthcheck]
 * @property {{ host_ip?: string, published?: string }[]} [ports]
 * @property {{ options?: Record<string, string> }} [logging]
 * @property {{ resources?: { limits?: { memory?: string, pids?: number } } }} [deploy]
 * @property {Record<string, { condition: string }>} [depends_on]
 * @property {Record<string, string | null>} [environment]
 * @property {string[] | null} [command]
 */
/** @typedef {Record<string, Service>} Services */

/** Images of servers have their own users and writable folders. */
const servers = ['postgres', 'kafka', 'kafka-2', 'kafka-3', 'minio'];

/** Kafka users of jobs; a service has its own name. @type {Record<string, string>} */
const kafkaUsers = { topics: 'admin', backup: 'jobs' };

const isJob = (/** @type {Service} */ service) => service.restart === 'no';

/** @type {ReadonlyArray<{ says: string, keeps: (service: Service, name: string, services: Services) => boolean }>} */
const rules = [
  {
    says: 'needs an image with a version',
    keeps: ({ image = '', build }) => build !== undefined || /:v?\d|:[A-Z]+\.\d/.test(image),
  },
  {
    says: 'needs a health check, or restart: "no" where it runs to its end',
    keeps: (service) => isJob(service) !== (service.healthcheck?.test !== undefined),
  },
  {
    says: 'needs restart: unless-stopped, or "no" where it runs to its end',
    keeps: ({ restart }) => restart === 'unless-stopped' || restart === 'no',
  },
  {
    says: 'needs limits of memory and pids',
    keeps: ({ deploy }) => Boolean(deploy?.resources?.limits?.memory && deploy.resources.limits.pids),
  },
  {
    says: 'needs logs of bounded size',
    keeps: ({ logging }) => Boolean(logging?.options?.['max-size'] && logging.options['max-file']),
  },
  {
    says: 'needs a read-only root file system',
    keeps: ({ read_only: readOnly }, name) => servers.includes(name) || readOnly === true,
  },
  {
    says: 'needs a user that is not root',
    keeps: ({ user = '' }, name) => servers.includes(name) || !/^(|root|0)(:|$)/.test(user),
  },
  {
    says: 'needs cap_drop: [ALL] and no-new-privileges:true',
    keeps: ({ cap_drop: dropped, security_opt: options }, name) =>
      servers.includes(name) || Boolean(dropped?.includes('ALL') && options?.includes('no-new-privileges:true')),
  },
  {
    says: 'needs an address of this machine for what it publishes',
    keeps: ({ ports = [] }) => ports.every(({ host_ip: host }) => host !== undefined && host !== ''),
  },
  {
    says: 'publishes a port that only other containers need',
    keeps: ({ ports = [], build }, name) => ports.length === 0 || (build === undefined && !servers.includes(name)),
  },
  {
    says: 'must come to Kafka as a user of its own, by client properties and a password',
    keeps: ({ environment = {} }, name) =>
      !environment.KAFKA_BROKERS ||
      Boolean(
        environment.KAFKA_CLIENT_PROPERTIES &&
        environment.KAFKA_PASSWORD &&
        environment.KAFKA_USERNAME === `earshot-${kafkaUsers[name] ?? name}`,
      ),
  },
  {
    says: 'must wait until a job that it depends on has succeeded, and until a service is healthy',
    keeps: ({ depends_on: needs = {} }, _name, services) =>
      Object.entries(needs).every(([name, { condition }]) => condition === conditionFor(services[name])),
  },
];

/** @param {Service} [service] */
const conditionFor = (service) => (service && isJob(service) ? 'service_completed_successfully' : 'service_healthy');

/**
 * @param {Services} services
 * @returns {string[]} One sentence for each violation.
 */
export function brokenRules(services) {
  return Object.entries(services).flatMap(([name, service]) =>
    rules.filter(({ keeps }) => !keeps(service, name, services)).map(({ says }) => `${name} ${says}.`),
  );
}

/**
 * Compares services and dependencies with the processes of `npm start`.
 *
 * @param {Services} services
 * @param {ReadonlyArray<{ name: string, needs: readonly string[] }>} stack
 * @returns {string[]}
 */
export function missingNodes(services, stack) {
  return stack.flatMap(({ name, needs }) => {
    const service = services[name];
    if (!service) return [`${name} of infra/local/stack.mjs is missing.`];
    const awaited = everythingBefore(services, name);
    return needs.filter((need) => !awaited.has(need)).map((need) => `${name} must depend on ${need}.`);
  });
}

/**
 * @param {Services} services
 * @param {string} name
 * @param {Set<string>} found
 */
function everythingBefore(services, name, found = new Set()) {
  for (const need of Object.keys(services[name]?.depends_on ?? {})) {
    if (!found.has(need)) everythingBefore(services, need, found.add(need));
  }
  return found;
}

/** Comes from the container's limit. */
const ofHeap = /^--max-old-space-size=/;

/**
 * Compares Node.js flags with those of infra/local/stack.mjs, which says why a service has them.
 *
 * @param {Services} services
 * @param {ReadonlyArray<{ name: string, kind: string, nodeFlags?: readonly string[] }>} stack
 * @returns {string[]}
 */
export function differingFlags(services, stack) {
  return stack.flatMap(({ name, kind, nodeFlags = [] }) => {
    const expected = nodeFlags.filter((flag) => !ofHeap.test(flag)).join(' ');
    const given = (services[name]?.command ?? []).filter((part) => part.startsWith('--')).join(' ');
    if (kind !== 'app' || given === expected) return [];
    return [`${name} must give Node.js the flags of infra/local/stack.mjs: ${expected || 'none'}.`];
  });
}
