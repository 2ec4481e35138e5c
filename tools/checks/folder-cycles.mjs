import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { files } from './workspace.mjs';

/**
 * Lists the imports between the folders of a source folder that are part of a cycle. Tests and files in no folder are left out.
 *
 * @param {string} root a `src` folder.
 * @returns {string[]} `<file> imports <file>`
 */
export function cyclicImports(root) {
  const imports = files(root, (name) => /(?<!\.spec)\.tsx?$/.test(name)).flatMap((file) =>
    importsOf(readFileSync(join(root, file), 'utf8'))
      .map((path) => posix.join(dirname(file), path))
      .map((target) => ({ file, target, from: folderOf(file), to: folderOf(target) }))
      .filter(({ from, to }) => from !== undefined && to !== undefined && from !== to),
  );
  return imports
    .filter(({ from, to }) => reachable(imports, to).has(from))
    .map(({ file, target }) => `${file} imports ${target}`);
}

/** Relative imports and exports, those of types included. */
function importsOf(text) {
  return [...text.matchAll(/^(?:import|export|\}).* from '(\.[^']+)'/gm)].map(([, path]) => path);
}

function folderOf(path) {
  return path.startsWith('..') || !path.includes('/') ? undefined : path.split('/', 1)[0];
}

function reachable(imports, start) {
  const found = new Set([start]);
  for (const folder of found) for (const { from, to } of imports) if (from === folder) found.add(to);
  return found;
}
