import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../process/run-command.mjs';
import { outputOf } from './programs.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/** Slow cores, downloads included. */
const buildTimeoutMs = 15 * 60_000;

/** A program of this repository in Go. Each version of its sources has its own place in the cache. */
export class GoProgram {
  #name;
  #sources;

  /**
   * @param {string} name
   * @param {string} sources Folder, relative to the root of the checkout.
   */
  constructor(name, sources) {
    this.#name = name;
    this.#sources = sources;
  }

  /**
   * @param {Site} site
   * @returns {string} Its path, built or not.
   */
  file(site) {
    const folder = path.join(site.root, this.#sources);
    const hash = createHash('sha256');
    for (const file of readdirSync(folder).toSorted()) hash.update(readFileSync(path.join(folder, file)));
    const version = `${this.#name}-${hash.digest('hex').slice(0, 16)}`;
    return site.cached(path.join(version, path.basename(this.#sources)));
  }

  /**
   * @param {Site} site
   * @returns {boolean} Whether it is built, or Go is here to build it.
   */
  isAvailable(site) {
    return existsSync(this.file(site)) || outputOf('go', ['version'], { env: site.env }) !== null;
  }

  /**
   * Builds it, once.
   *
   * @param {Site} site
   * @param {AbortSignal} signal
   */
  async build(site, signal) {
    const program = this.file(site);
    if (existsSync(program)) return;
    const draft = `${program}.${process.pid}.draft`;
    site.console.log(`${this.#name}: building (up to a minute, once)`);
    mkdirSync(path.dirname(program), { recursive: true });
    try {
      const folder = path.join(site.root, this.#sources);
      const args = ['build', '-C', folder, '-p', '2', '-trimpath', '-ldflags=-s -w', '-o', draft, '.'];
      const step = { name: this.#name, command: 'go', args, timeoutMs: buildTimeoutMs };
      await runCommand(site.command(step, { CGO_ENABLED: '0' }), site, signal);
      // Checkouts may fill a shared cache concurrently; the binaries are identical.
      renameSync(draft, program);
    } finally {
      rmSync(draft, { force: true });
    }
  }
}
