/**
 * Prints an .env with new secrets for docker-compose.yml: `node infra/docker/new-env.mjs [--brokers 3] > .env`. Keep
 * the file: existing data cannot be opened with other secrets.
 */
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { databaseServices } from '../local/environment.mjs';
import { newApiKey, newPassword, newSecretKey } from '../local/session/secrets.mjs';

/**
 * Required variables of docker-compose.yml.
 *
 * @returns {Record<string, string>}
 */
export function newEnvironment() {
  const kafka = ['keystore', 'admin', 'gateway', ...databaseServices, 'jobs'].map((owner) => `kafka_${owner}`);
  const owners = ['postgres', 'minio', 'bucket', ...databaseServices, 'grafana', ...kafka];
  return {
    ...Object.fromEntries(owners.map((owner) => [`${owner.toUpperCase()}_PASSWORD`, newPassword()])),
    EARSHOT_SECRET_KEY: newSecretKey(),
    EARSHOT_ADMIN_KEY: newApiKey(),
    EARSHOT_DEMO_KEY: newApiKey(),
  };
}

/** Settings of docker-compose.yml for three brokers. Each record is on all of them, and acknowledged by two. */
export const threeBrokers = {
  COMPOSE_PROFILES: 'three-brokers',
  KAFKA_BROKERS: 'kafka:19092,kafka-2:19092,kafka-3:19092',
  KAFKA_VOTERS: '1@kafka-1.brokers:9093,2@kafka-2.brokers:9093,3@kafka-3.brokers:9093',
  KAFKA_COPIES: '3',
  KAFKA_IN_SYNC: '2',
};

/** @param {string[]} args Of the command line. */
function requested(args) {
  const { brokers } = parseArgs({ args, options: { brokers: { type: 'string', default: '1' } } }).values;
  if (brokers !== '1' && brokers !== '3') throw new Error(`--brokers is 1 or 3; got ${brokers}.`);
  return { ...newEnvironment(), ...(brokers === '3' && threeBrokers) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lines = Object.entries(requested(process.argv.slice(2))).map(([name, value]) => `${name}=${value}\n`);
  process.stdout.write(lines.join(''));
}
