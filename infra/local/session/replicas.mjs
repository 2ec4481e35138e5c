/** More processes than this on one machine help nobody; a typing error (`inference=100`) should not take it down. */
const maxReplicas = 16;

/**
 * Reads `--replicas inference=2,gateway=2` (also `--replicas=...`).
 *
 * @param {string[]} args What follows `npm start --`.
 * @param {string[]} services
 * @returns {{ replicas: Record<string, number>, problems: string[] }} One for each service that is not named.
 */
export function readReplicas(args, services) {
  /** @type {Record<string, number>} */
  const replicas = Object.fromEntries(services.map((service) => [service, 1]));
  /** @type {string[]} */
  const problems = [];
  const rest = args.flatMap((arg) =>
    arg.startsWith('--replicas=') ? ['--replicas', arg.slice('--replicas='.length)] : [arg],
  );
  while (rest.length > 0) {
    const arg = rest.shift();
    const list = rest[0];
    if (arg !== '--replicas') {
      problems.push(
        `There is no option ${arg}; the only one is --replicas, as in: npm start -- --replicas inference=2.`,
      );
    } else if (list === undefined) {
      problems.push('--replicas needs a list, as in: npm start -- --replicas inference=2,gateway=2.');
    } else {
      rest.shift();
      for (const entry of list.split(',')) readEntry(entry, replicas, problems);
    }
  }
  return { replicas, problems };
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
      `--replicas: there is no service ${JSON.stringify(service)}; there are ${Object.keys(replicas).join(', ')}.`,
    );
  } else if (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > maxReplicas || more.length > 0) {
    problems.push(
      `--replicas: ${entry} must say how many, a whole number from 1 to ${maxReplicas}, as in ${service}=2.`,
    );
  } else {
    replicas[service] = Number(count);
  }
}
