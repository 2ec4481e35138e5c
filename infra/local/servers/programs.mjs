import { spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';

/** A program that takes longer to print its version counts as missing. */
const timeoutMs = 10_000;

/** The npm package with Node.js for this platform (package.json). */
export const nodePackage = `node-${process.platform}-${process.arch}`;

/**
 * @param {Record<string, string>} env
 * @returns {string} Java from JAVA_HOME, else from PATH.
 */
export function javaCommand(env) {
  const java = env.JAVA_HOME ? path.join(env.JAVA_HOME, 'bin', 'java') : '';
  return java !== '' && existsSync(java) ? java : 'java';
}

/**
 * @param {Record<string, string>} env
 * @returns {string | null} Version of Java; null if it is missing.
 */
export function javaVersion(env) {
  return outputOf(javaCommand(env), ['-version'], { env })?.match(/version "([\d.]+)/)?.[1] ?? null;
}

/**
 * @param {string} root
 * @returns {string} The Node.js that npm installed for this platform, else the one that runs this.
 */
export function nodeCommand(root) {
  const installed = path.join(root, 'node_modules', nodePackage, 'bin', 'node');
  return existsSync(installed) ? installed : process.execPath;
}

/**
 * Returns what a program prints, stdout then stderr.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, uid?: number, gid?: number, timeoutMs?: number }} [options]
 * @returns {string | null} null if it is missing, fails or times out.
 */
export function outputOf(command, args, options = {}) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: options.timeoutMs ?? timeoutMs,
    cwd: '/',
    ...options,
  });
  return result.status === 0 ? `${result.stdout}${result.stderr}` : null;
}

/**
 * Compares versions number by number; a non-number ends a version.
 *
 * @param {string} version
 * @param {string} minimum
 */
export function isAtLeast(version, minimum) {
  const [numbers, required] = [version, minimum].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10)),
  );
  for (const [index, number] of (required ?? []).entries()) {
    const present = numbers?.[index] ?? 0;
    if (Number.isNaN(present)) return false;
    if (present !== number) return present > number;
  }
  return true;
}

/**
 * Moves a folder into the cache, which checkouts may share and fill at the same time. The first wins; the copies are
 * identical.
 *
 * @param {string} draft
 * @param {string} target
 */
export function moveIntoCache(draft, target) {
  try {
    renameSync(draft, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  }
}
