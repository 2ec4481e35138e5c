import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { removeNamespaces } from '../network/namespaces.mjs';
import { hasDockerEngine, removeContainers } from '../servers/docker.mjs';

/**
 * Deletes all data of a stopped stack. Other files in its directory stay.
 *
 * @param {import('./site.mjs').Site} site
 */
export async function deleteData(site) {
  const { layout } = site;
  if (existsSync(layout.dockerMarker) && hasDockerEngine()) await removeContainers(site, { deleteData: true });
  removeNamespaces(site.settings.dataDir);
  if (existsSync(layout.postgresElsewhere)) deleteElsewhere(readFileSync(layout.postgresElsewhere, 'utf8').trim());
  for (const place of Object.values(layout)) rmSync(place, { recursive: true, force: true });
}

/**
 * Trusts the path only if it has the form that postgres-location.mjs creates.
 *
 * @param {string} dir
 */
function deleteElsewhere(dir) {
  if (path.dirname(dir) === '/var/tmp' && path.basename(dir).startsWith('earshot-postgres-')) {
    rmSync(dir, { recursive: true, force: true });
  }
}
