/** Where sources name the code of a refusal: the makers of refusals, and fields called `code`. */
const patterns = [
  /\b(?:invalidRequest|conflict|overloaded|timedOut|unauthenticated|refuse)\(\s*'([a-z0-9_]+)'/g,
  /\bcode: '([a-z0-9_]+)'/g,
  /'((?:missing|invalid|unknown)_field)'/g,
];
const notFound = /\bnotFound\(\s*'([a-z ]+)'/g;

/** What stands in such a place and is no code of ours. */
const others = new Set(['custom']);

/**
 * The codes of errors that a source file names.
 *
 * @param {string} source
 * @returns {string[]}
 */
export function codesIn(source) {
  const codes = patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, code]) => code));
  const entities = [...source.matchAll(notFound)].map(([, entity]) => `${entity.replaceAll(' ', '_')}_not_found`);
  return [...codes, ...entities].filter((code) => !others.has(code));
}

/**
 * The codes in the first column of the table of errors.
 *
 * @param {string} paper docs/interface.md
 * @returns {string[]}
 */
export function codesInTable(paper) {
  const [, errors = ''] = paper.split(/^## Errors$/m);
  const rows = errors.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) => [...row.split('|')[1].matchAll(/`([a-z0-9_]+)`/g)].map(([, code]) => code));
}
