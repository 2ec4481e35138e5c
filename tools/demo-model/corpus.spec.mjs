import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

/** Against a machine that is busy with other things; it takes 3 s. */
const timeoutMs = 120_000;
const hasPython = spawnSync('python3', ['--version']).status === 0;

(hasPython || process.env.CI === 'true' ? it : it.skip)(
  'the dialogues are drawn as they should be, and never ask a held-out question',
  async () => {
    const options = ['-m', 'unittest', 'discover', '-p', 'test_corpus.py'];
    const { stderr } = await promisify(execFile)('python3', options, { cwd: import.meta.dirname });
    expect(stderr).toMatch(/\nRan [1-9]\d* tests in [^\n]*\n\nOK/);
  },
  timeoutMs,
);
