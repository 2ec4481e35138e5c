import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { files } from './workspace.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Words that must not return to file names and identifiers, with the standard term. */
const banned = [
  ['standstill', 'stall'],
  ['unhurried', 'background'],
  ['heir', 'successor'],
  ['what-holds', 'rate-limit window'],
];
const sources = files(root, (name) => /\.(ts|mjs)$/.test(name)).filter((file) => !file.endsWith('terms.spec.mjs'));

/** Matches a term in kebab case, camel case and Pascal case, but not inside another word ("their"). */
function patternOf(term) {
  const pascal = term.replaceAll(/(?:^|-)([a-z])/g, (_all, letter) => letter.toUpperCase());
  const camel = `${term[0]}${pascal.slice(1)}`;
  return new RegExp(`(?<![A-Za-z])(?:${term}|${camel})|${pascal}`);
}

describe('names', () => {
  it.each(banned)('have no %s: the term is %s', (term) => {
    const pattern = patternOf(term);
    const found = sources.filter(
      (file) => pattern.test(path.basename(file)) || pattern.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
