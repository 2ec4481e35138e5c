import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ResumeState } from './resume-state.js';

const folder = mkdtempSync(path.join(tmpdir(), 'earshot-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'a.jsonl');
const stateOf = (...about: string[]) => new ResumeState<{ line: number }>(path.join(folder, 'state'), file, about);

describe('the state of a work with a file', () => {
  it('is there for the same command until it is deleted', () => {
    writeFileSync(file, 'a');
    expect(stateOf('shop').load()).toBeNull();
    stateOf('shop').save({ line: 3 });
    expect([stateOf('shop').load(), stateOf('other').load()]).toEqual([{ line: 3 }, null]);
    stateOf('shop').delete();
    expect(stateOf('shop').load()).toBeNull();
  });

  it('is not used for a changed file', () => {
    writeFileSync(file, 'a');
    const { id } = stateOf();
    writeFileSync(file, 'ab');
    expect(stateOf().id).not.toBe(id);
  });
});
