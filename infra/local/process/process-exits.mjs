import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Room for thousands of exits: a service that cannot start adds one every 10 s. */
const maxBytes = 1_048_576;

/**
 * A process that exited without being stopped.
 *
 * @typedef {object} ProcessExit
 * @property {string} name
 * @property {'server' | 'app'} kind
 * @property {number} pid
 * @property {string} how A signal, `exit code 1`, or the spawn error.
 */

/**
 * Unexpected exits, in `<dataDir>/run/exits.ndjson`. A test that signals a process writes its pid to
 * `<dataDir>/run/signalled` first.
 */
export class ProcessExits {
  #exits;
  #signalled;

  /** @param {string} runDir */
  constructor(runDir) {
    this.#exits = path.join(runDir, 'exits.ndjson');
    this.#signalled = path.join(runDir, 'signalled');
  }

  /**
   * Records an exit, unless the file is full.
   *
   * @param {ProcessExit} exit
   */
  record(exit) {
    if ((statSync(this.#exits, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) return;
    mkdirSync(path.dirname(this.#exits), { recursive: true });
    appendFileSync(this.#exits, `${JSON.stringify(exit)}\n`);
  }

  /**
   * Returns the services that crashed since the last call: by an unhandled error, lack of memory, or a signal that no
   * test sent.
   *
   * @returns {ProcessExit[]}
   */
  takeCrashes() {
    const signalled = new Set(linesOf(this.#signalled).map(Number));
    /** @type {ProcessExit[]} */
    const exits = linesOf(this.#exits).map((line) => JSON.parse(line));
    rmSync(this.#exits, { force: true });
    const asRequested = /** @param {ProcessExit} exit */ ({ pid, how }) =>
      signalled.has(pid) && ['SIGKILL', 'exit code 0'].includes(how);
    return exits.filter((exit) => exit.kind === 'app' && !asRequested(exit));
  }
}

/** @param {string} file */
function linesOf(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
}
