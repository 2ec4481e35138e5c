import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { errorMeanings } from './error-codes.js';
import { withErrorTable } from './error-table.js';

/** Removes the padding that Prettier adds to table columns. */
const unaligned = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-');

describe('the error table', () => {
  it('is up to date in docs/interface.md (npm run interface-docs)', () => {
    const markdown = readFileSync(join(import.meta.dirname, '../../../../docs/interface.md'), 'utf8');
    expect(unaligned(markdown)).toBe(unaligned(withErrorTable(markdown)));
  });

  it('has each code once, with a meaning that fits a cell', () => {
    const codes = errorMeanings.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)]);
    expect(errorMeanings.filter(({ when }) => when.length > 80 || when.endsWith('.'))).toEqual([]);
  });

  it('requires its enclosing comments', () => {
    expect(() => withErrorTable('# The interface')).toThrow('lacks the lines');
  });
});
