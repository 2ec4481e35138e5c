import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf, titlesIn } from './conformance.mjs';
import { interfaceParts } from './interface-parts.mjs';

const docs = join(import.meta.dirname, '../../docs');
const rows = rowsOf(readFileSync(join(docs, 'conformance.md'), 'utf8'));
const nameOf = ({ owner, part }) => `${owner}: ${part}`;

describe('docs/conformance.md', () => {
  it('lists every part of the interface once', () => {
    const expected = Object.entries(interfaceParts).flatMap(([owner, parts]) => parts.map((part) => ({ owner, part })));
    expect(rows.map(nameOf).sort()).toEqual(expected.map(nameOf).sort());
  });

  it('names existing tests', () => {
    const titles = new Map();
    const wrong = [];
    for (const one of rows) {
      if (one.proofs.length === 0) wrong.push(`${nameOf(one)} has no proof`);
      for (const { file, title } of one.proofs) {
        const path = join(docs, file);
        if (!titles.has(path))
          titles.set(path, existsSync(path) ? titlesIn(path, readFileSync(path, 'utf8')) : new Set());
        if (!titles.get(path).has(title)) wrong.push(`${nameOf(one)}: ${file} has no test “${title}”`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('titlesIn', () => {
  it('returns the titles of it and it.each, with any quotes', () => {
    const text =
      "describe('a', () => { it('b', f); it.each([['x']])(\"c's %s\", f); it.each`x`('d', f); other('e'); });";
    expect([...titlesIn('x.ts', text)]).toEqual(['b', "c's %s", 'd']);
  });
});
