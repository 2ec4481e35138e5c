/** A typing error (`inference=100`) must not overload the machine. */
const maxReplicas = 16;

/**
 * Parses `--replicas inference=2,gateway=2` (also `--replicas=...`).
 *
 * @param {string[]} args Arguments of `npm start --`.
 * @param {string[]} services
 * @returns {{ replicas: Record<string, number>, problems: string[] }} 1 for services that are not named.
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
      problems.push(`Unknown option ${arg}. The only one is --replicas: npm start -- --replicas inference=2.`);
    } else if (list === undefined) {
      problems.push('--replicas needs a list: npm start -- --replicas inference=2,gateway=2.');
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
      `--replicas: unknown service ${JSON.stringify(service)}. Services: ${Object.keys(replicas).join(', ')}.`,
    );
  } else if (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > maxReplicas || more.length > 0) {
    problems.push(`--replicas: ${entry} must have a whole number from 1 to ${maxReplicas}: ${service}=2.`);
  } else {
    replicas[service] = Number(count);
  }
}
