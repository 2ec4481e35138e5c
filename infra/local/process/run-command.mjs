import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from './process-identity.mjs';

/** Time between SIGTERM and SIGKILL, in milliseconds. */
const graceMs = 5000;

/** A preparation command failed. The message has its name, the cause and the end of its log. */
export class CommandFailed extends Error {}

/**
 * @typedef {object} CommandContext
 * @property {import('./process-records.mjs').ProcessRecords} records
 * @property {import('./log-files.mjs').LogFiles} logs
 */

/**
 * @typedef {object} Command
 * @property {string} name Also the name of its log file.
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {number} timeoutMs
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {boolean} [showOutput] Writes to the console instead of the log.
 */

/**
 * Runs a command in its own process group. Ctrl-C then reaches only the supervisor, which stops the whole group.
 *
 * @param {Command} command
 * @param {CommandContext} context
 * @param {AbortSignal} signal
 * @returns {Promise<number>} The exit code; 128 after a signal.
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
 * Runs a command that must succeed.
 *
 * @param {Command} command
 * @param {CommandContext} context
 * @param {AbortSignal} signal
 * @throws {CommandFailed}
 */
export async function runCommand(command, context, signal) {
  const code = await exitCodeOf(command, context, signal).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    throw new CommandFailed(`${command.name}: command not found: ${command.command}. Install it or fix PATH.`);
  });
  if (code === 0) return;
  const output = command.showOutput
    ? ''
    : ` The end of ${context.logs.file(command.name)}:\n${context.logs.tail(command.name, 30)}`;
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
