import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A program that does not say its version by then is not there for us. */
const timeoutMs = 10_000;

/** The npm package that has Node.js for this platform, where there is one (package.json). */
export const nodePackage = `node-${process.platform}-${process.arch}`;

/**
 * @param {Record<string, string>} env
 * @returns {string} The Java that JAVA_HOME names, else that of the PATH.
 */
export function javaCommand(env) {
  const java = env.JAVA_HOME ? path.join(env.JAVA_HOME, 'bin', 'java') : '';
  return java !== '' && existsSync(java) ? java : 'java';
}

/**
 * @param {string} root
 * @returns {string} The Node.js that everything of this checkout runs on: the one that npm installed for this platform; without one,
 *   the one that runs this.
 */
export function nodeCommand(root) {
  const installed = path.join(root, 'node_modules', nodePackage, 'bin', 'node');
  return existsSync(installed) ? installed : process.execPath;
}

/**
 * What a program prints, both streams together.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, uid?: number, gid?: number, timeoutMs?: number }} [options]
 * @returns {string | null} null when it is not there, fails or takes too long.
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
 * Compares versions number by number; what is no number ends a version.
 *
 * @param {string} version
 * @param {string} minimum
 */
export function isAtLeast(version, minimum) {
  const [numbers, wanted] = [version, minimum].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)));
  for (const [index, number] of (wanted ?? []).entries()) {
    const present = numbers?.[index] ?? 0;
    if (Number.isNaN(present)) return false;
    if (present !== number) return present > number;
  }
  return true;
}
