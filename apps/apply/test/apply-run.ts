import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runApply } from '../src/run-apply.js';
import { InstallationDouble } from './installation-double.js';

/** Runs `apply` on the double of an installation, for one test at a time. */
export class ApplyRun {
  readonly #folder = mkdtempSync(join(tmpdir(), 'earshot-apply-'));
  readonly double = new InstallationDouble();
  /** Lines of the last run. */
  out: string[] = [];
  err: string[] = [];
  readonly #env: Record<string, string>;

  /** @param env Further variables of the environment. */
  constructor(env: Record<string, string> = {}) {
    this.#env = { EARSHOT_ADMIN_KEY: `es_${'A'.repeat(43)}`, ...env };
  }

  async start(): Promise<void> {
    Object.assign(process.env, this.#env, { EARSHOT_URL: await this.double.start() });
  }

  /** Applies a declaration. @returns the exit code. */
  apply(text: string, ...flags: string[]): Promise<number> {
    const file = join(this.#folder, 'earshot.yaml');
    writeFileSync(file, text);
    [this.out, this.err] = [[], []];
    this.double.received.length = 0;
    return runApply([...flags, file], { out: (line) => this.out.push(line), err: (line) => this.err.push(line) });
  }

  async stop(): Promise<void> {
    await this.double.stop();
    rmSync(this.#folder, { recursive: true });
    for (const name of ['EARSHOT_URL', ...Object.keys(this.#env)]) delete process.env[name];
  }
}
