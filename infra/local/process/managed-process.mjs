import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff } from './back-off.mjs';
import { sendSignal } from './process-identity.mjs';

/** Kafka takes 3 s to get ready, but needs 45 s where other work takes seven eighths of the processor. */
const readyTimeoutMs = 180_000;
const probeEveryMs = 100;
/** A process that ends this often before it was ever ready will not come up by trying again. */
const maxFailedStarts = 3;

/** A process that did not come up; the message says which, why, and the end of its log. */
export class StartFailed extends Error {}

/**
 * @typedef {object} Launch
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {NodeJS.Signals} stopSignal The signal on which it ends in good order.
 * @property {number} stopTimeoutMs After which it is killed.
 * @property {string} [url] Where it answers over HTTP.
 * @property {() => Promise<boolean>} isReady Never rejects; has a deadline of its own.
 */

/**
 * @typedef {object} Surroundings
 * @property {import('./process-records.mjs').ProcessRecords} records
 * @property {import('./process-ends.mjs').ProcessEnds} ends
 * @property {import('./log-files.mjs').LogFiles} logs
 * @property {import('./console.mjs').Console} console
 */

/** A process that runs until it is stopped: when it ends by itself it is started again. */
export class ManagedProcess {
  #name;
  #kind;
  #launch;
  #surroundings;
  #backOff = new BackOff();
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null;
  /** @type {Promise<void>} Resolves when the present child is gone. */
  #gone = Promise.resolve();
  /** @type {NodeJS.Timeout | undefined} */
  #restart;
  #stopping = false;
  #wasReady = false;
  #failedStarts = 0;

  /**
   * @param {string} name
   * @param {'server' | 'app'} kind
   * @param {Launch} launch
   * @param {Surroundings} surroundings
   */
  constructor(name, kind, launch, surroundings) {
    this.#name = name;
    this.#kind = kind;
    this.#launch = launch;
    this.#surroundings = surroundings;
  }

  /**
   * Resolves when the process is ready.
   *
   * @param {AbortSignal} signal
   * @throws {StartFailed}
   */
  async start(signal) {
    const deadline = performance.now() + readyTimeoutMs;
    this.#spawn();
    while (!(this.#child !== null && (await this.#launch.isReady()))) {
      signal.throwIfAborted();
      if (this.#failedStarts >= maxFailedStarts) throw this.#startFailed('ends as soon as it is started');
      if (performance.now() > deadline) throw this.#startFailed(`is not ready after ${readyTimeoutMs / 1000} s`);
      await sleep(probeEveryMs);
    }
    this.#wasReady = true;
  }

  /** Ends the process in good order, or kills it when it takes too long; resolves when it is gone. */
  async stop() {
    this.#stopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child?.pid === undefined) return;
    sendSignal(child.pid, this.#launch.stopSignal);
    const late = sleep(this.#launch.stopTimeoutMs, 'late', { ref: false });
    if ((await Promise.race([this.#gone, late])) !== 'late') return;
    this.#surroundings.console.say(`${this.#name}: still there after ${this.#launch.stopTimeoutMs / 1000} s, killed`);
    sendSignal(-child.pid, 'SIGKILL');
    await this.#gone;
  }

  #spawn() {
    const { command, args, cwd, env, uid, gid, stopSignal, url } = this.#launch;
    const { records, logs } = this.#surroundings;
    const log = logs.open(this.#name);
    // A group of its own: a Ctrl-C at the terminal must not end it before its turn.
    const child = spawn(command, args, { cwd, env, uid, gid, detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    this.#child = child;
    const startedAt = performance.now();
    if (child.pid !== undefined) {
      const logFile = logs.file(this.#name);
      records.write({ name: this.#name, kind: this.#kind, pid: child.pid, stopSignal, logFile, url });
    }
    this.#gone = new Promise((resolve) => {
      child.once('error', (error) => this.#onEnd(child, error.message, startedAt, resolve));
      child.once('exit', (code, signal) => this.#onEnd(child, signal ?? `exit code ${code}`, startedAt, resolve));
    });
  }

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @param {string} how
   * @param {number} startedAt
   * @param {() => void} resolve
   */
  #onEnd(child, how, startedAt, resolve) {
    if (this.#child !== child) return;
    // What it may have left behind in its group.
    if (child.pid !== undefined) sendSignal(-child.pid, 'SIGKILL');
    this.#child = null;
    this.#surroundings.records.remove(this.#name);
    if (!this.#stopping) {
      this.#surroundings.ends.note({ name: this.#name, kind: this.#kind, pid: child.pid ?? 0, how });
      this.#startAgain(how, performance.now() - startedAt);
    }
    resolve();
  }

  /**
   * @param {string} how
   * @param {number} ranForMs
   */
  #startAgain(how, ranForMs) {
    if (!this.#wasReady && ++this.#failedStarts >= maxFailedStarts) return;
    const delayMs = this.#backOff.afterRunOf(ranForMs);
    const { console, logs } = this.#surroundings;
    console.say(
      `${this.#name} ended (${how}); it is started again in ${delayMs / 1000} s (log: ${logs.file(this.#name)})`,
    );
    this.#restart = setTimeout(() => this.#spawn(), delayMs);
  }

  /** @param {string} what */
  #startFailed(what) {
    const { logs } = this.#surroundings;
    const log = `The end of ${logs.file(this.#name)}:\n${logs.tail(this.#name, 30)}`;
    return new StartFailed(`${this.#name} ${what}. ${log}`);
  }
}
