import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cachedFolder } from './cached-folder.js';

const run = promisify(execFile);
const installTimeoutMs = 300_000;
const runTimeoutMs = 120_000;

/** What a program wrote, and how it ended. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A program of the package registry. It is large and only tests need it, so its first use installs it into the cache.
 */
export class NpmClient {
  /** @param spec name and version. @param binary name of its program. */
  constructor(
    private readonly spec: string,
    private readonly binary: string,
  ) {}

  /** Runs the program in a folder, without a terminal. Its home is a folder of its own, which is removed. */
  async run(args: readonly string[], cwd: string, env: Record<string, string>): Promise<ProgramResult> {
    const program = join(await this.#installed(), 'node_modules/.bin', this.binary);
    const home = mkdtempSync(join(tmpdir(), 'earshot-client-'));
    try {
      return await resultOf(program, args, { cwd, env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env } });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }

  #installed(): Promise<string> {
    return cachedFolder(`client-${this.spec.replaceAll(/[^\w.-]+/g, '-')}`, async (target) => {
      const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--omit=dev'];
      await run('npm', ['install', '--prefix', target, ...flags, this.spec], { timeout: installTimeoutMs });
    });
  }
}

function resultOf(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: runTimeoutMs });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (text: Buffer) => (output.stdout += text.toString()));
    child.stderr.on('data', (text: Buffer) => (output.stderr += text.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}
