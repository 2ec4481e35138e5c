/** Where sources name an error code: error constructors and fields called `code`. */
const patterns = [
  /\b(?:invalidRequest|conflict|overloaded|timedOut|unauthenticated|jsonError)\(\s*'([a-z0-9_]+)'/g,
  /\bcode: '([a-z0-9_]+)'/g,
  /'((?:missing|invalid|unknown)_field)'/g,
];
/** Entities that can be missing: in `notFound`, and the noun of a repository. */
const entityPatterns = [/\bnotFound\(\s*'([a-z ]+)'/g, /\bnoun: '([a-z ]+)' \}/g];

/** Values in such places that are not error codes of Earshot. */
const others = new Set(['custom']);

/**
 * Returns the error codes that a source file names.
 *
 * @param {string} source
 * @returns {string[]}
 */
export function codesIn(source) {
  const codes = patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, code]) => code));
  const entities = entityPatterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, entity]) => entity));
  const missing = entities.map((entity) => `${entity.replaceAll(' ', '_')}_not_found`);
  return [...codes, ...missing].filter((code) => !others.has(code));
}

/**
 * Returns the codes in the first column of the error table.
 *
 * @param {string} paper Text of docs/interface.md.
 * @returns {string[]}
 */
export function codesInTable(paper) {
  const [, errors = ''] = paper.split(/^## Errors$/m);
  const rows = errors.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) => [...row.split('|')[1].matchAll(/`([a-z0-9_]+)`/g)].map(([, code]) => code));
}
