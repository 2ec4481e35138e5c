import { describe, expect, it } from '@jest/globals';
import { createArtifactSchema, createRecipeSchema } from './index.js';

const artifact = (name: string) => createArtifactSchema.safeParse({ name, upload_session_id: 'x' }).success;
const recipe = (entry_point: string) =>
  createRecipeSchema.safeParse({ key: 'k', entry_point, upload_session_id: 'x' }).success;

describe.each([
  ['the name of an artifact', artifact],
  ['the entry point of a recipe', recipe],
])('%s', (_, takes) => {
  it('has no control character, and every other one', () => {
    const refused = Array.from({ length: 0x10000 }, (__, code) => code).filter(
      (code) => !takes(`a${String.fromCharCode(code)}`),
    );
    const controls = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (__, at) => 0x7f + at)];
    const separators = takes === artifact ? ['/', '\\'] : ['\\'];
    expect(new Set(refused)).toEqual(new Set([...controls, ...separators.map((one) => one.charCodeAt(0))]));
  });

  it.each(['main.py', '\u00e9t\u00e9 1.txt', '\u{1f600}.png'])('may be %s', (name) => {
    expect(takes(name)).toBe(true);
  });

  it.each(['', 'a\n', '\na', 'a\u0085b'])('is not %j', (name) => {
    expect(takes(name)).toBe(false);
  });
});
