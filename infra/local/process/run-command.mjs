import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from './process-identity.mjs';

/** How long a command gets to end after a SIGTERM before its whole group is killed. */
const graceMs = 5000;

/** A command of the stack's preparation that did not end well; the message says which, how, and the end of its log. */
export class CommandFailed extends Error {}

/**
 * @typedef {object} CommandSurroundings
 * @property {import('./process-records.mjs').ProcessRecords} records
 * @property {import('./log-files.mjs').LogFiles} logs
 */

/**
 * @typedef {object} Command
 * @property {string} name Also that of its log file.
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {number} timeoutMs
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {boolean} [showOutput] On the console instead of in the log.
 */

/**
 * Runs a command to its end, in a process group of its own, so that a Ctrl-C at the terminal reaches only the
 * supervisor, which then ends the command with everything that it has started.
 *
 * @param {Command} command
 * @param {CommandSurroundings} surroundings
 * @param {AbortSignal} signal
 * @returns {Promise<number>} The exit code; with a signal as its end 128.
 */
export async function exitCodeOf(command, { records, logs }, signal) {
  signal.throwIfAborted();
  const log = command.showOutput ? null : logs.open(command.name);
  const child = spawn(command.command, command.args, {
    cwd: command.cwd,
    env: command.env,
    uid: command.uid,
    gid: command.gid,
    detached: true,
    stdio: ['ignore', log ?? 'inherit', log ?? 'inherit'],
  });
  if (log !== null) closeSync(log);
  if (child.pid !== undefined) {
    records.write({ name: command.name, kind: 'job', pid: child.pid, stopSignal: 'SIGTERM' });
  }
  /** @type {Promise<number>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 128));
  });
  const deadline = AbortSignal.timeout(command.timeoutMs);
  const either = AbortSignal.any([signal, deadline]);
  const interrupt = () => void endGroup(child, ended);
  either.addEventListener('abort', interrupt, { once: true });
  try {
    const code = await ended;
    signal.throwIfAborted();
    if (deadline.aborted) throw new CommandFailed(`${command.name} took longer than ${command.timeoutMs / 1000} s.`);
    return code;
  } finally {
    either.removeEventListener('abort', interrupt);
    if (child.pid !== undefined) sendSignal(-child.pid, 'SIGKILL');
    records.remove(command.name);
  }
}

/**
 * As exitCodeOf(), for a command that must succeed.
 *
 * @param {Command} command
 * @param {CommandSurroundings} surroundings
 * @param {AbortSignal} signal
 * @throws {CommandFailed}
 */
export async function runCommand(command, surroundings, signal) {
  const code = await exitCodeOf(command, surroundings, signal).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    throw new CommandFailed(`${command.name}: there is no command ${command.command}.`);
  });
  if (code === 0) return;
  const output = command.showOutput
    ? ''
    : ` The end of ${surroundings.logs.file(command.name)}:\n${surroundings.logs.tail(command.name, 30)}`;
  throw new CommandFailed(`${command.name} failed (exit code ${code}).${output}`);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<unknown>} ended
 */
async function endGroup(child, ended) {
  if (child.pid === undefined) return;
  sendSignal(-child.pid, 'SIGTERM');
  await Promise.race([ended.catch(() => {}), sleep(graceMs, undefined, { ref: false })]);
  sendSignal(-child.pid, 'SIGKILL');
}
