import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Thousands of ends: a service that never comes up adds one every 10 s. */
const maxBytes = 1_048_576;

/**
 * A process that ended although nobody had stopped it.
 *
 * @typedef {object} ProcessEnd
 * @property {string} name
 * @property {'server' | 'app'} kind
 * @property {number} pid
 * @property {string} how A signal, `exit code 1`, or why it could not be started.
 */

/**
 * The processes that ended although their supervisor had not stopped them, in `<dataDir>/run/ends.ndjson`. Whoever has signalled one writes
 * its pid on a line of `<dataDir>/run/signalled` first.
 */
export class ProcessEnds {
  #ends;
  #signalled;

  /** @param {string} runDir */
  constructor(runDir) {
    this.#ends = path.join(runDir, 'ends.ndjson');
    this.#signalled = path.join(runDir, 'signalled');
  }

  /**
   * Keeps it, unless there are too many.
   *
   * @param {ProcessEnd} end
   */
  note(end) {
    if ((statSync(this.#ends, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) return;
    mkdirSync(path.dirname(this.#ends), { recursive: true });
    appendFileSync(this.#ends, `${JSON.stringify(end)}\n`);
  }

  /**
   * The services that ended by themselves since this was last called: by an error that nobody handled, for want of memory, or in any other way
   * than the one in which they were told to.
   *
   * @returns {ProcessEnd[]}
   */
  takeFaults() {
    const signalled = new Set(linesOf(this.#signalled).map(Number));
    /** @type {ProcessEnd[]} */
    const ends = linesOf(this.#ends).map((line) => JSON.parse(line));
    rmSync(this.#ends, { force: true });
    const asTold = /** @param {ProcessEnd} end */ ({ pid, how }) =>
      signalled.has(pid) && ['SIGKILL', 'exit code 0'].includes(how);
    return ends.filter((end) => end.kind === 'app' && !asTold(end));
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
