import { createServer } from 'node:net';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Ports are below the ephemeral range (from 32768 on Linux, 49152 on macOS), so a restarted server never finds its
 * port used by an outgoing connection.
 */
const lowest = 20_000;
const highest = 31_999;
const attempts = 200;

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isFree(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The ports of one data directory: chosen at the first start, and kept while they are free. */
export class Ports {
  #file;
  /** @type {Record<string, number>} */
  #lastRun;
  /** @type {Map<string, Promise<number>>} */
  #choices = new Map();
  /** @type {Record<string, number>} */
  #chosen = {};
  /** Serialises choices, so that no two names get the same port. @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /** @param {string} runDir */
  constructor(runDir) {
    this.#file = path.join(runDir, 'ports.json');
    this.#lastRun = readPorts(this.#file);
  }

  /**
   * Uses the ports of the running stack, without checking that they are free.
   *
   * @returns {void}
   */
  keep() {
    for (const [name, port] of Object.entries(this.#lastRun)) this.#choices.set(name, Promise.resolve(port));
  }

  /**
   * @param {string} name Name of the listener.
   * @returns {Promise<number>} The same port for the same name during this run.
   */
  choose(name) {
    const choice = this.#choices.get(name) ?? this.#queue.then(() => this.#chooseNext(name));
    this.#choices.set(name, choice);
    this.#queue = choice.catch(() => {});
    return choice;
  }

  /** @param {string} name */
  async #chooseNext(name) {
    const port = await this.#free(name);
    this.#chosen[name] = port;
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${JSON.stringify({ ...this.#lastRun, ...this.#chosen }, null, 2)}\n`);
    return port;
  }

  /** @param {string} name */
  async #free(name) {
    const last = this.#lastRun[name];
    if (last !== undefined && (await this.#isUsable(last))) return last;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const port = lowest + Math.floor(Math.random() * (highest - lowest + 1));
      if (await this.#isUsable(port)) return port;
    }
    throw new Error(`No free port between ${lowest} and ${highest} in ${attempts} attempts.`);
  }

  /** @param {number} port */
  async #isUsable(port) {
    return !Object.values(this.#chosen).includes(port) && (await isFree('127.0.0.1', port));
  }
}

/**
 * @param {string} file
 * @returns {Record<string, number>}
 */
function readPorts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // First start or truncated file: choose new ports.
    return {};
  }
}
