import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff } from './backoff.mjs';
import { sendSignal } from './process-identity.mjs';

/** Kafka starts in 3 s, but takes 45 s with 1/8 of the CPU. */
const readyTimeoutMs = 180_000;
const probeEveryMs = 100;
/** No more restarts after this many exits before the process was ever ready. */
const maxFailedStarts = 3;

/** A process did not start. The message has its name, the cause and the end of its log. */
export class StartFailed extends Error {}

/**
 * @typedef {object} Launch
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {NodeJS.Signals} stopSignal Signal for a graceful stop.
 * @property {number} stopTimeoutMs Time until it is killed, in milliseconds.
 * @property {(byItself: boolean) => void} [stopped] Called once it has stopped, or was killed after `stopTimeoutMs`.
 * @property {string} [url] Base URL of its HTTP server.
 * @property {() => Promise<boolean>} isReady Never rejects, and has its own timeout.
 */

/**
 * @typedef {object} ProcessContext
 * @property {import('./process-records.mjs').ProcessRecords} records
 * @property {import('./process-exits.mjs').ProcessExits} exits
 * @property {import('./log-files.mjs').LogFiles} logs
 * @property {import('./console.mjs').Console} console
 */

/** A process that is restarted when it exits, until it is stopped. */
export class ManagedProcess {
  #name;
  #kind;
  #launch;
  #context;
  #backoff = new Backoff();
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null;
  /** @type {Promise<void>} Resolves when the current child has exited. */
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
   * @param {ProcessContext} context
   */
  constructor(name, kind, launch, context) {
    this.#name = name;
    this.#kind = kind;
    this.#launch = launch;
    this.#context = context;
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
      if (this.#failedStarts >= maxFailedStarts) throw this.#startFailed('exits as soon as it starts');
      if (performance.now() > deadline) throw this.#startFailed(`is not ready after ${readyTimeoutMs / 1000} s`);
      await sleep(probeEveryMs);
    }
    this.#wasReady = true;
  }

  /** Stops the process gracefully, and kills it after the timeout. */
  async stop() {
    this.#stopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child?.pid === undefined) return;
    sendSignal(child.pid, this.#launch.stopSignal);
    const late = sleep(this.#launch.stopTimeoutMs, 'late', { ref: false });
    if ((await Promise.race([this.#gone, late])) !== 'late') return this.#launch.stopped?.(true);
    this.#context.console.log(`${this.#name}: did not stop within ${this.#launch.stopTimeoutMs / 1000} s, killed`);
    sendSignal(-child.pid, 'SIGKILL');
    await this.#gone;
    this.#launch.stopped?.(false);
  }

  #spawn() {
    const { command, args, cwd, env, uid, gid, stopSignal, url } = this.#launch;
    const { records, logs } = this.#context;
    const log = logs.open(this.#name);
    // Its own process group, so that Ctrl-C does not reach it before its turn.
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
    // Kill what it may have left in its process group.
    if (child.pid !== undefined) sendSignal(-child.pid, 'SIGKILL');
    this.#child = null;
    this.#context.records.remove(this.#name);
    if (!this.#stopping) {
      this.#context.exits.record({ name: this.#name, kind: this.#kind, pid: child.pid ?? 0, how });
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
    const delayMs = this.#backoff.afterRunOf(ranForMs);
    const { console, logs } = this.#context;
    console.log(`${this.#name} exited (${how}); restarting in ${delayMs / 1000} s (log: ${logs.file(this.#name)})`);
    this.#restart = setTimeout(() => this.#spawn(), delayMs);
  }

  /** @param {string} what */
  #startFailed(what) {
    const { logs } = this.#context;
    const log = `The end of ${logs.file(this.#name)}:\n${logs.tail(this.#name, 30)}`;
    return new StartFailed(`${this.#name} ${what}. ${log}`);
  }
}
