import { parseArgs } from 'node:util';

/** A typing error (`inference=100`) must not overload the machine. */
const maxReplicas = 16;

/** Numbers of brokers: with two, each is needed for every write. */
const brokerCounts = ['1', '3'];

/**
 * @typedef {object} StartOptions
 * @property {Record<string, number>} replicas Processes per service; 1 for services that are not named.
 * @property {number | null} brokers Number of Kafka brokers; null: as before, at first one.
 */

/**
 * Parses the arguments of `npm start --`, such as `--replicas inference=2,gateway=2 --brokers 3`, and reports all
 * problems at once.
 *
 * @param {string[]} args
 * @param {string[]} services
 * @returns {{ options: StartOptions, problems: string[] }}
 */
export function readStartOptions(args, services) {
  const { values, positionals } = parseArgs({
    args,
    strict: false,
    options: { replicas: { type: 'string', multiple: true }, brokers: { type: 'string' } },
  });
  const { replicas: lists = [], brokers, ...unknown } = values;
  const problems = [...Object.keys(unknown).map((name) => `--${name}`), ...positionals].map(
    (arg) => `Unknown option ${arg}. Options: npm start -- --replicas inference=2 --brokers 3.`,
  );
  /** @type {Record<string, number>} */
  const replicas = Object.fromEntries(services.map((service) => [service, 1]));
  for (const list of /** @type {(string | boolean)[]} */ (lists)) {
    if (typeof list === 'boolean') problems.push('--replicas needs a list: npm start -- --replicas inference=2.');
    else for (const entry of list.split(',')) readEntry(entry, replicas, problems);
  }
  if (brokers !== undefined && !brokerCounts.includes(String(brokers)))
    problems.push('--brokers must be 1 or 3: npm start -- --brokers 3.');
  return { options: { replicas, brokers: brokers === undefined ? null : Number(brokers) }, problems };
}

/**
 * Sets the number of brokers.
 *
 * @param {import('./site.mjs').Site} site
 * @param {number | null} brokers null: as before.
 * @returns {string[]} Problems.
 */
export function chooseBrokers(site, brokers) {
  const stored = site.storedBrokers();
  if (brokers === null || brokers === stored) return [];
  if (stored > 0) {
    return [
      `The data has ${stored} of ${brokers} brokers. Start without --brokers, or delete the data: npm run reset.`,
    ];
  }
  if (site.usesDocker && brokers > 1)
    return [`${brokers} brokers run without containers only: EARSHOT_DOCKER=0 npm start -- --brokers ${brokers}.`];
  site.brokers = brokers;
  return [];
}

/**
 * @param {string} entry
 * @param {Record<string, number>} replicas
 * @param {string[]} problems
 */
function readEntry(entry, replicas, problems) {
  const [service = '', count = '', ...more] = entry.split('=');
  if (!Object.hasOwn(replicas, service)) {
    problems.push(
      `--replicas: unknown service ${JSON.stringify(service)}. Services: ${Object.keys(replicas).join(', ')}.`,
    );
  } else if (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > maxReplicas || more.length > 0) {
    problems.push(`--replicas: ${entry} must have a whole number from 1 to ${maxReplicas}: ${service}=2.`);
  } else {
    replicas[service] = Number(count);
  }
}
