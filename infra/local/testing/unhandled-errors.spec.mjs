import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** The text of a test file of which every test passes, by what nobody handles. */
const files = {
  'an exception during a test':
    'it("a", async () => { setTimeout(() => { throw new Error("x"); }); await new Promise((go) => setTimeout(go, 20)); });',
  'a rejection during a test':
    'it("a", async () => { void Promise.reject(new Error("x")); await new Promise((go) => setTimeout(go, 20)); });',
  'a rejection at the end of the last test': 'it("a", () => void Promise.reject(new Error("x")));',
  'an exception after the last test': 'it("a", () => void setTimeout(() => { throw new Error("x"); }, 5));',
  'a rejection after the last test': 'it("a", () => void setTimeout(() => Promise.reject(new Error("x")), 5));',
  'a rejection of what ends the file': 'it("a", () => undefined); afterAll(() => void Promise.reject(new Error("x")));',
  nothing: 'it("a", () => undefined);',
};

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Runs Jest as the suites run it, on files of its own.
 *
 * @param {string} dir
 */
async function run(dir) {
  const { default: config } = await import(pathToFileURL(path.join(root, 'jest.config.mjs')).href);
  const [suite] = config.projects;
  const outputFile = path.join(dir, 'results.json');
  const options = { ...config, projects: [{ ...suite, rootDir: dir, transform: {} }] };
  writeFileSync(path.join(dir, 'jest.config.json'), JSON.stringify(options));
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const args = ['--experimental-vm-modules', jest, '-c', path.join(dir, 'jest.config.json'), '-i', '--json'];
  const child = spawn(process.execPath, [...args, '--outputFile', outputFile], { cwd: dir, stdio: 'ignore' });
  await once(child, 'exit');
  return JSON.parse(readFileSync(outputFile, 'utf8'));
}

describe('a test file fails with an unhandled', () => {
  const names = Object.keys(files);
  const fileOf = (/** @type {string} */ name) => `${name.replaceAll(' ', '-')}.spec.mjs`;
  /** @type {Map<string, string>} */
  const statuses = new Map();
  /** @type {string} */
  let dir;

  beforeAll(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-unhandled-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, fileOf(name)), text);
    for (const { name, status } of (await run(dir)).testResults) statuses.set(path.basename(name), status);
  }, 60_000);
  afterAll(() => rmSync(dir, { recursive: true }));

  it.each(names.filter((name) => name !== 'nothing'))('%s', (name) => {
    expect(statuses.get(fileOf(name))).toBe('failed');
  });

  it('and passes without unhandled errors', () => {
    expect(statuses.get(fileOf('nothing'))).toBe('passed');
  });
});
