import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadSettings } from '@earshot/service-kit';

/** @typedef {import('./compose-rules.mjs').Services} Services */

/** Settings of jobs without a config.ts; apply has one. */
const ofJobs = {
  database: ['DATABASE_ADMIN_URL', 'SERVICE_PASSWORDS', 'SERVICE_CONNECTION_LIMIT'],
  topics: ['KAFKA_BROKERS', 'KAFKA_CLIENT_PROPERTIES', 'KAFKA_ACLS', 'KAFKA_USERNAME', 'KAFKA_PASSWORD'],
  bucket: ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_BUCKET', 'S3_USER_ACCESS_KEY', 'S3_USER_SECRET_KEY'],
  apply: ['EARSHOT_URL', 'EARSHOT_ADMIN_KEY', 'EARSHOT_DEMO_KEY'],
};

/** Variables of infra/docker/kafka-client.properties, which refers to a file of the container. */
const byClientProperties = ['KAFKA_USERNAME', 'KAFKA_PASSWORD'];

/** Set at start by infra/docker/entrypoint.sh. */
const byEntrypoint = { EARSHOT_INSTANCE: 'container' };

/**
 * Compares the settings that each process gets with those that it reads.
 *
 * @param {string} root A built checkout.
 * @param {Services} services
 * @returns {Promise<string[]>}
 */
export async function wrongSettings(root, services) {
  const all = Object.entries(services).map(async ([name, { environment = {} }]) => {
    const given = Object.keys(environment);
    if (name in ofJobs) return differences(name, given, ofJobs[/** @type {keyof typeof ofJobs} */ (name)]);
    if (name.endsWith('-migrations')) return differences(name, given, ['DATABASE_URL']);
    const config = path.join(root, `apps/${name}/dist/config.js`);
    return existsSync(config) ? wrongFor(name, environment, (await import(pathToFileURL(config).href)).settings) : [];
  });
  return (await Promise.all(all)).flat();
}

/**
 * @param {string} name
 * @param {string[]} given
 * @param {string[]} read
 */
function differences(name, given, read) {
  const missing = read.filter((variable) => !given.includes(variable));
  return [...missing.map((variable) => `${name} needs ${variable}.`), ...unread(name, given, read)];
}

/**
 * @param {string} name
 * @param {Record<string, string | null>} environment
 * @param {import('@earshot/service-kit').Settings} settings
 */
function wrongFor(name, environment, settings) {
  const read = [...Object.values(settings).map(({ env }) => env), ...byClientProperties];
  const loadable = Object.entries(environment).filter(([variable]) => variable !== 'KAFKA_CLIENT_PROPERTIES');
  const values = Object.fromEntries(loadable.map(([variable, value]) => [variable, value ?? '']));
  const surplus = unread(name, Object.keys(environment), read);
  try {
    loadSettings(settings, { ...byEntrypoint, ...values });
    return surplus;
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`, ...surplus];
  }
}

/**
 * @param {string} name
 * @param {string[]} given
 * @param {string[]} read OpenTelemetry reads its own variables.
 */
function unread(name, given, read) {
  return given
    .filter((variable) => !read.includes(variable) && !variable.startsWith('OTEL_'))
    .map((variable) => `${name} does not read ${variable}.`);
}
