import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { outputOf } from '../servers/programs.mjs';

/** Where iproute2 mounts the namespaces with names. */
const folder = '/run/netns';

/** Creates TUN devices. */
const tunDevice = '/dev/net/tun';

/**
 * Returns the namespace of a host. Checkouts and suites have their own.
 *
 * @param {string} dataDir
 * @param {string} host
 */
export function namespaceOf(dataDir, host) {
  return `${prefixOf(dataDir)}${host}`;
}

/** @param {string} dataDir */
function prefixOf(dataDir) {
  return `earshot-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}-`;
}

/**
 * @param {string} name
 * @throws {Error} With what iproute2 needs.
 */
export function addNamespace(name) {
  if (outputOf('ip', ['netns', 'add', name]) === null)
    throw new Error(`ip netns add ${name} failed: run it to see why.`);
}

/**
 * Removes all namespaces of a data directory. Processes in them keep theirs until they end.
 *
 * @param {string} dataDir
 */
export function removeNamespaces(dataDir) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names.filter((each) => each.startsWith(prefixOf(dataDir)))) outputOf('ip', ['netns', 'del', name]);
}

/**
 * Runs a command in a namespace, in the same process.
 *
 * @template {{ command: string, args: string[], uid?: number, gid?: number }} Command
 * @param {string} name
 * @param {Command} command
 * @returns {Command}
 */
export function inNamespace(name, { command, args, uid, gid, ...rest }) {
  // Only root may enter it, so the user changes afterwards.
  const user = uid === undefined ? [] : ['--setuid', String(uid), '--setgid', String(gid ?? uid)];
  const entering = [`--net=${folder}/${name}`, ...user, command, ...args];
  return /** @type {Command} */ (/** @type {unknown} */ ({ ...rest, command: 'nsenter', args: entering }));
}

/** @returns {string[]} What this machine lacks, each as a noun with its remedy. */
export function missingForNamespaces() {
  if (process.platform !== 'linux') return ['Linux'];
  if (process.getuid?.() !== 0) return ['root (network namespaces are for root alone)'];
  return [
    ...(outputOf('ip', ['netns', 'list']) === null ? ['`ip netns` (Debian, Ubuntu: apt install iproute2)'] : []),
    ...(outputOf('nsenter', ['--version']) === null ? ['`nsenter` (Debian, Ubuntu: apt install util-linux)'] : []),
    ...(existsSync(tunDevice) ? [] : [`${tunDevice} (modprobe tun)`]),
  ];
}
