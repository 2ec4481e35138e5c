import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTimeOf } from './process-identity.mjs';

/**
 * A process that this stack has started; `<dataDir>/run/processes/<name>.json`.
 *
 * @typedef {object} ProcessRecord
 * @property {string} name `kafka`, `inference-0`, ...; `supervisor` is the one that watches the others.
 * @property {'supervisor' | 'server' | 'job' | 'app'} kind
 * @property {number} pid
 * @property {string} startTime Tells this process from a later one with the same pid (process-identity.mjs).
 * @property {NodeJS.Signals} stopSignal The signal on which it ends in good order.
 * @property {string} [logFile]
 * @property {string} [url] Where it answers /livez, /readyz and /metrics (apps), or the public address (supervisor).
 */

/** The processes of one data directory, kept in files, so that another process can find and end them. */
export class ProcessRecords {
  #dir;

  /** @param {string} runDir */
  constructor(runDir) {
    this.#dir = path.join(runDir, 'processes');
  }

  /**
   * @param {Omit<ProcessRecord, 'startTime'>} record
   * @returns {boolean} False when the process has already ended; nothing is written then.
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
   * @param {string} url The public address.
   * @returns {boolean} False when another process is.
   */
  claim(url) {
    if (this.supervisor() !== null) return false;
    const record = { name: 'supervisor', pid: process.pid, stopSignal: /** @type {const} */ ('SIGTERM'), url };
    const draft = this.#draft({ ...record, kind: 'supervisor' });
    if (draft === null) return false;
    try {
      // Of two that claim at the same moment one gets the link.
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
   * The processes that still run; the records of those that do not are removed.
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

  /** @returns {ProcessRecord | null} The supervisor that still runs. */
  supervisor() {
    return this.alive().find((record) => record.kind === 'supervisor') ?? null;
  }

  /**
   * @param {Omit<ProcessRecord, 'startTime'>} record
   * @returns {string | null} A file with the record; null when its process has already ended.
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
