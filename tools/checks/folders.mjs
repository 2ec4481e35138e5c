import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { files } from './workspace.mjs';

/**
 * Lists the imports between the folders of a source folder that are part of a cycle. Tests, files in no folder and
 * commands, which nothing imports, are left out.
 *
 * @param {string} root a `src` folder.
 * @returns {string[]} `<file> imports <file>`
 */
export function cyclicImports(root) {
  const all = files(root, (name) => /(?<!\.spec)\.tsx?$/.test(name)).flatMap((file) =>
    importsOf(readFileSync(join(root, file), 'utf8'))
      .map((path) => posix.join(dirname(file), path))
      .map((target) => ({ file, target, from: folderOf(file), to: folderOf(target) })),
  );
  const imported = new Set(all.map(({ target }) => target.replace(/\.js$/, '')));
  const imports = all.filter(
    ({ file, from, to }) => from && to && from !== to && imported.has(file.replace(/\.tsx?$/, '')),
  );
  return imports
    .filter(({ from, to }) => reachable(imports, to).has(from))
    .map(({ file, target }) => `${file} imports ${target}`);
}

/**
 * Lists the providers and controllers of Nest modules that lie in another folder. Modules in no folder are left out.
 *
 * @param {string} root a `src` folder.
 * @returns {string[]} `<file> provides <name>`
 */
export function foreignProviders(root) {
  const modules = files(root, (name) => name.endsWith('.module.ts')).filter((file) => file.includes('/'));
  return modules.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const lists = [...text.matchAll(/\b(?:providers|controllers): \[/g)].map(({ index }) => listAt(text, index));
    const isListed = (name) => lists.some((list) => new RegExp(`[[,]\\s*${name}\\s*[,\\]]`).test(list));
    const imports = [...text.matchAll(/^import \{([^}]*)\} from '\.\.\/([^']+)'/gm)];
    const names = imports.flatMap(([, list]) => list.split(',').map((name) => name.trim()));
    return names.filter((name) => /^\w+$/.test(name) && isListed(name)).map((name) => `${file} provides ${name}`);
  });
}

/** The list that begins after an index, to its closing bracket. */
function listAt(text, index) {
  let depth = 0;
  const start = text.indexOf('[', index);
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === '[') depth += 1;
    if (text[end] === ']') depth -= 1;
    if (depth === 0) return text.slice(start, end + 1);
  }
  return '';
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
