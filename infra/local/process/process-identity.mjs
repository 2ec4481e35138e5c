import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Start time of a process, only for comparison: a pid is reused, the pair of pid and start time is not.
 *
 * @param {number} pid
 * @returns {string | null} null if the process does not exist or is a zombie.
 */
export function startTimeOf(pid) {
  return process.platform === 'linux' ? startTimeOnLinux(pid) : startTimeFromPs(pid);
}

/** @param {number} pid */
function startTimeOnLinux(pid) {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // proc(5): field 2, the command, may hold spaces and brackets; 3 is the state, 22 the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X') return null;
  // Ticks count from the boot, so the boot is part of the identity.
  const boot = readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  return `${boot}/${startTicks}`;
}

/** @param {string} file */
function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // No such process, or it exited while its file was read.
    return null;
  }
}

/** @param {number} pid */
function startTimeFromPs(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 5000 });
    const [state = '', ...start] = line.trim().split(/\s+/);
    return state.startsWith('Z') || start.length === 0 ? null : start.join(' ');
  } catch {
    // ps exits with 1 if there is no such process.
    return null;
  }
}

/**
 * @param {number} pid
 * @returns {number | null} The parent process; null if either has exited.
 */
export function parentOf(pid) {
  try {
    const parent = execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8', timeout: 5000 });
    return Number(parent) > 1 ? Number(parent) : null;
  } catch {
    // ps exits with 1 if there is no such process.
    return null;
  }
}

/**
 * Sends a signal to a process, or to a process group (negative pid).
 *
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 * @returns {boolean} False if the process does not exist.
 */
export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return false;
    // macOS answers EPERM for a group of zombies.
    if (pid < 0 && /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM') return false;
    throw error;
  }
}
