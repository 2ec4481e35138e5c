import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withReaders } from '../contracts/contract-readers.mjs';
import { ownerOf, parseCodeOwners } from './code-owners.mjs';
import { projects } from './workspace.mjs';

const root = join(import.meta.dirname, '../..');
const all = projects(root);
const types = [
  'kernel',
  'contract',
  'catalogue',
  'dto',
  'platform',
  'client',
  'sdk',
  'testing',
  'app',
  'browser',
  'e2e',
  'tool',
];
const starting = (tags, prefix) => tags.filter((tag) => tag.startsWith(prefix));

describe.each(all)('project $name', ({ root: folder, name, tags }) => {
  it('has exactly one known type', () => {
    expect(starting(tags, 'type:')).toEqual([expect.stringMatching(`^type:(${types.join('|')})$`)]);
  });

  it('has exactly one scope', () => {
    expect(starting(tags, 'scope:')).toHaveLength(1);
  });

  it('has the combined tag that the boundaries use', () => {
    const scope = folder.split('/').at(-1);
    if (tags.includes('type:contract')) expect(tags).toContain(`contract:${scope}`);
    if (tags.includes('type:dto')) expect(tags).toContain(`dto:${scope}`);
    if (tags.includes('type:platform')) expect(tags).toContain(`lib:${scope}`);
    if (tags.includes('type:app')) expect(tags).toContain(`scope:${scope}`);
  });

  it('is named in CODEOWNERS, itself or by its folder', () => {
    const lines = parseCodeOwners(readFileSync(join(root, '.github/CODEOWNERS'), 'utf8'));
    expect(ownerOf(lines, folder)).toMatchObject({ pattern: expect.not.stringMatching(/^\*$/) });
  });

  it('has a unique name', () => {
    expect(all.filter((other) => other.name === name)).toHaveLength(1);
  });
});

describe('CODEOWNERS', () => {
  const lines = parseCodeOwners(readFileSync(join(root, '.github/CODEOWNERS'), 'utf8'));
  const contracts = all.filter(({ tags }) => tags.includes('type:contract'));

  it('names the readers of each contract beside its owner, as npm run contracts writes them', () => {
    const text = readFileSync(join(root, '.github/CODEOWNERS'), 'utf8');
    expect(text).toBe(withReaders(text));
  });

  it.each(contracts)('names the owner of $name first', ({ root: folder }) => {
    expect(ownerOf(lines, folder).owners[0]).toBe(`@earshot/${folder.split('/').at(-1)}`);
  });

  it.each(lines.filter(({ pattern }) => pattern !== '*'))('names a folder that exists: $pattern', ({ pattern }) => {
    expect(existsSync(join(root, pattern))).toBe(true);
  });

  it.each(lines)('names an owner for $pattern', ({ owners }) => {
    expect(owners).toEqual(expect.arrayContaining([expect.stringMatching(/^@earshot\/[a-z-]+$/)]));
  });
});
