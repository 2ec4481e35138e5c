/**
 * Prints an .env for docker-compose.yml, with new secrets: `node infra/docker/new-env.mjs > .env`. Data that was made with other
 * passwords can't be opened with these: keep the file.
 */
import { pathToFileURL } from 'node:url';
import { databaseServices } from '../local/environment.mjs';
import { newApiKey, newPassword, newSecretKey } from '../local/session/secrets.mjs';

/**
 * What docker-compose.yml can't do without, by variable.
 *
 * @returns {Record<string, string>}
 */
export function newEnvironment() {
  const kafka = ['keystore', 'admin', 'gateway', ...databaseServices].map((owner) => `kafka_${owner}`);
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
