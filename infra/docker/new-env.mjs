/**
 * Prints an .env with new secrets for docker-compose.yml: `node infra/docker/new-env.mjs > .env`. Keep the file:
 * existing data cannot be opened with other secrets.
 */
import { pathToFileURL } from 'node:url';
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lines = Object.entries(newEnvironment()).map(([name, value]) => `${name}=${value}\n`);
  process.stdout.write(lines.join(''));
}
