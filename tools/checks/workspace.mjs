import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.local', '.git', '.nx']);

/**
 * Lists the projects of the workspace.
 *
 * @param {string} root the workspace.
 * @returns {{ root: string, name: string, tags: string[] }[]} Roots relative to the workspace, with forward slashes.
 */
export function projects(root) {
  return files(root, (name) => name === 'project.json').map((file) => {
    const { name, tags = [] } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    return { root: dirname(file), name, tags };
  });
}

/**
 * Lists matching files, relative to the workspace, with forward slashes, sorted.
 *
 * @param {string} root the workspace.
 * @param {(name: string) => boolean} isIncluded
 * @returns {string[]}
 */
export function files(root, isIncluded, folder = root) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : files(root, isIncluded, path);
      return isIncluded(entry.name) ? [relative(root, path).split(sep).join('/')] : [];
    });
}
