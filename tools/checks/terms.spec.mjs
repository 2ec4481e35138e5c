import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { files } from './workspace.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Words that must not return to file names and identifiers, with the standard term. */
const banned = [
  ['standstill', 'stall'],
  ['unhurried', 'background'],
];
const sources = files(root, (name) => /\.(ts|mjs)$/.test(name)).filter((file) => !file.endsWith('terms.spec.mjs'));

describe('names', () => {
  it.each(banned)('have no %s: the term is %s', (word) => {
    const inName = new RegExp(word.split('').join('-?'), 'i');
    const found = sources.filter(
      (file) =>
        inName.test(path.basename(file)) || new RegExp(word, 'i').test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
