import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = import.meta.dirname;

describe('the stack', () => {
  it('starts its servers before the packages of this repository are built', () => {
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = all.filter((file) => file.endsWith('.mjs') && !file.endsWith('.spec.mjs'));
    const importing = files.filter((file) => /['"]@earshot\//.test(readFileSync(path.join(folder, file), 'utf8')));
    expect(files).toContain(path.join('servers', 'kafka.mjs'));
    expect(importing).toEqual([]);
  });
});
