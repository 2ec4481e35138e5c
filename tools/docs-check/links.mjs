import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const fenced = /^( *)(```|~~~)[\s\S]*?^ *\2 *$/gm;

/**
 * Lists the links of a Markdown file that lead nowhere: to a missing file, or to a heading that its target lacks.
 *
 * @param {string} root the workspace.
 * @param {string} file relative to the workspace.
 * @returns {string[]}
 */
export function brokenLinks(root, file) {
  const text = readFileSync(join(root, file), 'utf8').replace(fenced, '');
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)/g)]
    .map(([, link]) => link)
    .filter((link) => {
      const [path, anchor] = link.split('#');
      const target = path === '' ? join(root, file) : join(root, dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
    });
}

/**
 * Lists the Markdown files under docs/ that a text names by their path from the top, and that do not exist.
 *
 * @param {string} root the workspace.
 * @param {string} file relative to the workspace.
 * @returns {string[]}
 */
export function missingDocs(root, file) {
  if (statSync(join(root, file)).size > 1_000_000) return [];
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?<![\w/.])docs\/[\w/-]+\.md/g)]
    .map(([path]) => path)
    .filter((path) => !existsSync(join(root, path)));
}

/**
 * Lists the source files that a README names in code spans (`src/main.ts`, `libs/errors/src/index.ts`) and that do not
 * exist.
 *
 * @param {string} root the workspace.
 * @param {string} file relative to the workspace.
 * @returns {string[]}
 */
export function missingSources(root, file) {
  const text = readFileSync(join(root, file), 'utf8').replace(fenced, '');
  const folder = join(root, dirname(file));
  return [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|mjs))`/g)]
    .map(([, path]) => path)
    .filter((path) => [folder, join(folder, 'src'), root].every((base) => !existsSync(join(base, path))));
}

/** Anchors of headings, as GitHub makes them. */
function anchorsOf(file) {
  const text = readFileSync(file, 'utf8').replace(fenced, '');
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
  return new Set(
    titles.map((title) =>
      title
        .trim()
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}
