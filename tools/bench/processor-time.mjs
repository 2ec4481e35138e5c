import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system reports CPU time of processes: only Linux, in /proc. */
export const isKnown = existsSync('/proc/self/stat');

/** Kernel ticks per second. */
const ticksPerSecond = isKnown ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : NaN;

/**
 * Returns the CPU time of processes so far, with their children.
 *
 * @param {Record<string, number>} pids Pids by name.
 * @returns {Record<string, number> | null} Milliseconds by name; null if unknown.
 */
export function processorMs(pids) {
  if (!isKnown) return null;
  const children = childrenByParent();
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, treeTicks(pid, children) * msPerTick()]));
}

/** @returns {number | null} CPU time of the whole machine in milliseconds. */
export function machineMs() {
  if (!isKnown) return null;
  // proc(5): user, nice, system, idle, iowait, irq, softirq, steal.
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'latin1')
    .split(/\s+/)
    .slice(1, 9)
    .map(Number);
  return (user + nice + system + irq + softirq) * msPerTick();
}

function msPerTick() {
  return 1000 / ticksPerSecond;
}

/** @returns {Map<number, number[]>} */
function childrenByParent() {
  const children = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = Number(statOf(pid)?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(pid)]);
  }
  return children;
}

function treeTicks(pid, children) {
  const below = (children.get(pid) ?? []).map((child) => treeTicks(child, children));
  // proc(5): utime, stime, and those of exited children.
  const own = statOf(pid)?.slice(11, 15).map(Number) ?? [0];
  return [...own, ...below].reduce((sum, ticks) => sum + ticks, 0);
}

/** @returns {string[] | undefined} Fields after the command, which may contain spaces. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // The process has exited.
    return undefined;
  }
}
