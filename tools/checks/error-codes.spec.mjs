import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codesIn, codesInTable } from './error-codes.mjs';
import { files } from './workspace.mjs';

const root = join(import.meta.dirname, '../..');
const read = (file) => readFileSync(join(root, file), 'utf8');

/**
 * Codes that never reach a caller: whoever catches them says `service_unavailable`, or shows only the message, as of a
 * replay that failed, or only a service can ask for what they refuse.
 */
const internal = [
  ...['publish_deadline_exceeded', 'source_invalid', 'winner_invalid'],
  ...['prompt_too_large', 'answer_not_complete'],
];

const isSource = (file) => /^(apps|libs)\/.*\/src\//.test(file) && !/\.spec\.ts$|\/testing\/|^apps\/e2e\//.test(file);
const sources = files(root, (name) => name.endsWith('.ts')).filter(isSource);
const inSources = new Set(sources.flatMap((file) => codesIn(read(file))));
const inTable = codesInTable(read('docs/interface.md'));

describe('the table of errors in docs/interface.md', () => {
  it('has every code of the API', () => {
    const missing = [...inSources].filter((code) => !inTable.includes(code) && !internal.includes(code));
    expect(missing).toEqual([]);
  });

  it('has no removed code', () => {
    expect(inTable.filter((code) => !inSources.has(code))).toEqual([]);
  });

  it('has every code once', () => {
    expect(inTable.filter((code, index) => inTable.indexOf(code) !== index)).toEqual([]);
  });
});
