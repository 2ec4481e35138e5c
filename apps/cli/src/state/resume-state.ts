import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Remembers how far a work with a file is, between runs of the same command. A changed file is another work. */
export class ResumeState<Progress> {
  /** Names the work: the same command with the same file has the same id. */
  readonly id: string;
  readonly #file: string;

  /** @param about what else makes the work another one: address, project, kind */
  constructor(folder: string, input: string, about: readonly string[]) {
    const absolute = path.resolve(input);
    const { size, mtimeMs } = statSync(absolute);
    const identity = JSON.stringify([absolute, size, mtimeMs, ...about]);
    this.id = createHash('sha256').update(identity).digest('hex').slice(0, 32);
    this.#file = path.join(folder, `${this.id}.json`);
  }

  /** Returns what the last run saved; null if there is nothing. */
  load(): Progress | null {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Progress;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Saves how far the work is. */
  save(progress: Progress): void {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    // A killed process leaves the earlier state.
    writeFileSync(`${this.#file}.new`, JSON.stringify(progress));
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** Forgets a finished work. */
  delete(): void {
    rmSync(this.#file, { force: true });
  }
}
