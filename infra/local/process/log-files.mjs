import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';

/** Maximum size of a log file; its predecessor has the same limit. */
const maxBytes = 20 * 1024 * 1024;
const checkEveryMs = 30_000;
const tailBytes = 16 * 1024;

/**
 * The log files of one data directory. Processes append to them directly, so logging survives the supervisor.
 * A file above the limit is copied to `<name>.log.1` and truncated in place.
 */
export class LogFiles {
  #dir;
  /** @type {Set<string>} */
  #files = new Set();
  #timer;

  /** @param {string} dir */
  constructor(dir) {
    this.#dir = dir;
    this.#timer = setInterval(() => this.#cap(), checkEveryMs);
    this.#timer.unref();
  }

  get dir() {
    return this.#dir;
  }

  /** @param {string} name */
  file(name) {
    return path.join(this.#dir, `${name}.log`);
  }

  /**
   * @param {string} name
   * @returns {number} An append-only file descriptor; the caller closes it.
   */
  open(name) {
    const file = this.file(name);
    mkdirSync(this.#dir, { recursive: true });
    // Each run starts a new file and keeps the previous one.
    if (!this.#files.has(file) && existsSync(file)) renameSync(file, `${file}.1`);
    this.#files.add(file);
    return openSync(file, 'a', 0o640);
  }

  /**
   * @param {string} name
   * @param {number} lines
   * @returns {string} The last lines of a log, indented.
   */
  tail(name, lines) {
    return tailOf(this.file(name), lines);
  }

  close() {
    clearInterval(this.#timer);
  }

  #cap() {
    for (const file of this.#files) capFile(file);
  }
}

/** @param {string} file */
function capFile(file) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= maxBytes) return;
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
}

/**
 * @param {string} file
 * @param {number} lines
 */
function tailOf(file, lines) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return '    (no output)';
  const buffer = Buffer.alloc(Math.min(size, tailBytes));
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
  } finally {
    closeSync(descriptor);
  }
  const last = buffer.toString('utf8').trimEnd().split('\n').slice(-lines);
  return last.map((line) => `    ${line}`).join('\n');
}
