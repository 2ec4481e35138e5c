import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The published contracts: content of each file by its path in `libs/contracts`.
 *
 * @typedef {Map<string, any>} Snapshots
 */

/** Lists the topics with their partitions and messages. */
export const topicsPath = 'catalogue/topics.json';

/** Whether a file of `libs/contracts` is part of {@link Snapshots}. @param {string} path */
export const isSnapshot = (path) => path === topicsPath || /^[a-z-]+\/schema\/[^/]+\.json$/.test(path);

/** Folder `libs/contracts` of this checkout. */
export const contractsFolder = join(import.meta.dirname, '../../libs/contracts');

/** Reads the committed contracts of this checkout. @returns {Snapshots} */
export function readSnapshots() {
  const owners = readdirSync(contractsFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const paths = owners.flatMap(({ name }) =>
    ['', 'schema/'].flatMap((folder) => filesIn(`${name}/${folder}`).map((file) => `${name}/${folder}${file}`)),
  );
  return new Map(
    paths.filter(isSnapshot).map((path) => [path, JSON.parse(readFileSync(join(contractsFolder, path), 'utf8'))]),
  );
}

function filesIn(folder) {
  const path = join(contractsFolder, folder);
  return existsSync(path) ? readdirSync(path) : [];
}
