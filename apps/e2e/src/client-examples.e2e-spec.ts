import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { stack } from './support/stack.js';

jest.setTimeout(120_000);

const run = promisify(execFile);
const runTimeoutMs = 60_000;
const root = join(import.meta.dirname, '../../..');

describe('an example of the README of the TypeScript client works', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-examples-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['feedback', /^[0-9a-f-]{36}\n$/],
    ['stream', /\n [0-9a-f-]{36}\n$/],
    ['preference', /^([0-9a-f-]{36}\n){2}$/],
    ['batch', /^$/],
    ['errors', /^completion_not_found\n$/],
    ['upload', /ready 1000\n41000 bytes\n$/],
    ['import', /^imported up to line 2 rejected: \[\]\n$/],
  ])('%s.mjs', async (name, output) => {
    const file = join(root, 'libs/clients/typescript/examples', `${name}.mjs`);
    const code = readFileSync(file, 'utf8').replaceAll('http://127.0.0.1:8080', stack().url);
    const env = { ...process.env, EARSHOT_URL: stack().url, EARSHOT_API_KEY: stack().demoKey };
    const options = { cwd: folder, env, timeout: runTimeoutMs };
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', code], options);
    expect(stdout).toMatch(output);
    expect(stderr).toBe('');
  });
});
