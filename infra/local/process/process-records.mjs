import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTimeOf } from './process-identity.mjs';

/**
 * A process of this stack, stored in `<dataDir>/run/processes/<name>.json`.
 *
 * @typedef {object} ProcessRecord
 * @property {string} name `kafka`, `inference-0`, ..., or `supervisor`.
 * @property {'supervisor' | 'server' | 'job' | 'app'} kind
 * @property {number} pid
 * @property {string} startTime Distinguishes it from a later process with the same pid (process-identity.mjs).
 * @property {NodeJS.Signals} stopSignal Signal for a graceful stop.
 * @property {string} [logFile]
 * @property {string} [url] Base URL of /livez, /readyz and /metrics (apps), or the public URL (supervisor).
 */

/** The processes of one data directory, stored in files so that another process can stop them. */
export class ProcessRecords {
  #dir;

  /** @param {string} runDir */
  constructor(runDir) {
    this.#dir = path.join(runDir, 'processes');
  }

  /**
   * @param {Omit<ProcessRecord, 'startTime'>} record
   * @returns {boolean} False, without writing, if the process has already exited.
   */
  write(record) {
    const draft = this.#draft(record);
    if (draft === null) return false;
    renameSync(draft, this.#file(record.name));
    return true;
  }

  /**
   * Makes this process the supervisor of the data directory.
   *
   * @param {string} url The public URL.
   * @returns {boolean} False if another process is the supervisor.
   */
  claim(url) {
    if (this.supervisor() !== null) return false;
    const record = { name: 'supervisor', pid: process.pid, stopSignal: /** @type {const} */ ('SIGTERM'), url };
    const draft = this.#draft({ ...record, kind: 'supervisor' });
    if (draft === null) return false;
    try {
      // link() is atomic: of two concurrent claims, one fails.
      linkSync(draft, this.#file(record.name));
      return true;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(draft);
    }
  }

  /** @param {string} name */
  remove(name) {
    rmSync(this.#file(name), { force: true });
  }

  /**
   * Returns the running processes, and removes the records of others.
   *
   * @returns {ProcessRecord[]}
   */
  alive() {
    const alive = [];
    for (const record of this.#all()) {
      if (startTimeOf(record.pid) === record.startTime) alive.push(record);
      else this.remove(record.name);
    }
    return alive;
  }

  /** @returns {ProcessRecord | null} The running supervisor. */
  supervisor() {
    return this.alive().find((record) => record.kind === 'supervisor') ?? null;
  }

  /**
   * @param {Omit<ProcessRecord, 'startTime'>} record
   * @returns {string | null} A file with the record; null if the process has exited.
   */
  #draft(record) {
    const startTime = startTimeOf(record.pid);
    if (startTime === null) return null;
    mkdirSync(this.#dir, { recursive: true });
    const draft = `${this.#file(record.name)}.${process.pid}.draft`;
    writeFileSync(draft, `${JSON.stringify({ ...record, startTime })}\n`);
    return draft;
  }

  #all() {
    const files = listOrNothing(this.#dir).filter((name) => name.endsWith('.json'));
    return files.flatMap((name) => {
      const record = readRecord(path.join(this.#dir, name));
      return record === null ? [] : [record];
    });
  }

  /** @param {string} name */
  #file(name) {
    return path.join(this.#dir, `${name}.json`);
  }
}

/** @param {string} dir */
function listOrNothing(dir) {
  try {
    return readdirSync(dir);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * @param {string} file
 * @returns {ProcessRecord | null}
 */
function readRecord(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // Its owner has just removed it.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}
