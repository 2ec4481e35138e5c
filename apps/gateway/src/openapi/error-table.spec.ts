import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { errorRows, meaningOf } from './error-meanings.js';
import { withErrorTable } from './error-table.js';

/** Without what Prettier aligns the columns of a table with. */
const unaligned = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-');

describe('the table of errors', () => {
  it('is in docs/interface.md as it is (npm run interface-docs)', () => {
    const paper = readFileSync(join(import.meta.dirname, '../../../../docs/interface.md'), 'utf8');
    expect(unaligned(paper)).toBe(unaligned(withErrorTable(paper)));
  });

  it('has codes of one status in a row, each once', () => {
    const codes = errorRows.flatMap((row) => row.codes);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    const statuses = errorRows.map((row) => new Set(row.codes.map((code) => meaningOf(code).status)).size);
    expect(statuses).toEqual(errorRows.map(() => 1));
  });

  it('needs a place in the paper', () => {
    expect(() => withErrorTable('# The interface')).toThrow('has no lines');
  });
});
