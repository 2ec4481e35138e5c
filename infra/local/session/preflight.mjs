import { accessSync, constants, existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { hasPackage, systemBinaries } from '../servers/postgres-binaries.mjs';
import { isAtLeast, javaVersion, nodePackage, outputOf } from '../servers/programs.mjs';
import { versions } from '../versions.mjs';
import { isFree } from './ports.mjs';

/** @typedef {import('./site.mjs').Site} Site */
/** @typedef {import('../stack.mjs').Server} Server */

/** First start: npm packages 1.1 GB, Go caches 2 GB, jars, MinIO, data. */
const firstStartBytes = 4e9;
/** Later starts: data and logs. */
const laterStartBytes = 1e9;

/**
 * Checks this machine before anything starts. Each finding is one sentence with its remedy.
 *
 * @param {Site} site
 * @param {Server[]} servers Servers to start.
 * @returns {Promise<string[]>}
 */
export async function preflight(site, servers) {
  const findings = [...platformFindings(site.root), ...directoryFindings(site, servers)];
  if (!site.usesDocker) findings.push(...serverFindings(site, servers));
  findings.push(...(await portFindings(site)));
  return findings;
}

/**
 * @param {string} root
 * @returns {string[]}
 */
function platformFindings(root) {
  if (process.platform === 'win32') return ['Windows is not supported directly; use a Linux distribution under WSL 2.'];
  return nodeFinding(process.versions.node, JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
}

/**
 * @param {string} version The running Node.js.
 * @param {{ engines: { node: string }, optionalDependencies: Record<string, string> }} manifest
 * @param {string} [ownNode] npm package with Node.js for this platform, if any.
 * @returns {string[]}
 */
export function nodeFinding(version, manifest, ownNode = nodePackage) {
  const required =
    ownNode in manifest.optionalDependencies ? versions.nodeToInstall : manifest.engines.node.replace('>=', '');
  if (isAtLeast(version, required)) return [];
  return [`Node.js is ${version}, but ${required} or newer is needed. Install it from https://nodejs.org.`];
}

/**
 * @param {Site} site
 * @param {Server[]} servers
 * @returns {string[]}
 */
function directoryFindings(site, servers) {
  const { dataDir, cacheDir } = site.settings;
  const findings = [...writeFinding(dataDir, 'EARSHOT_DATA_DIR'), ...writeFinding(cacheDir, 'EARSHOT_CACHE_DIR')];
  if (findings.length > 0) return findings;
  const isFirst =
    servers.some((server) => !server.isAcquired(site)) || !existsSync(path.join(site.root, 'node_modules'));
  const required = isFirst ? firstStartBytes : laterStartBytes;
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize >= required) return [];
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB are free at ${dataDir}`;
  return [`${free}, but ${required / 1e9} GB are needed. Free some, or set EARSHOT_DATA_DIR to another disk.`];
}

/**
 * @param {string} dir
 * @param {string} setting
 * @returns {string[]}
 */
function writeFinding(dir, setting) {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    return [`${dir} is not writable (${code}). Make it writable, or set ${setting} to another directory.`];
  }
}

/**
 * @param {Site} site
 * @param {Server[]} servers
 * @returns {string[]}
 */
function serverFindings(site, servers) {
  const required = new Map(servers.map((server) => [server.name, server]));
  /** @param {string} name */
  const lacks = (name) => required.get(name)?.isAcquired(site) === false;
  return [
    ...(required.has('kafka') ? javaFinding(site) : []),
    ...(lacks('kafka') ? mavenFinding(site) : []),
    ...(lacks('minio') ? goFinding(site) : []),
    ...(required.has('postgres') ? postgresFindings() : []),
  ];
}

const orDocker = 'or start a Docker engine with Compose';

/**
 * @param {Site} site
 * @returns {string[]}
 */
function javaFinding(site) {
  const version = javaVersion(site.env);
  if (version !== null && isAtLeast(version, String(versions.javaMinimum))) return [];
  const found = version === null ? 'Java is missing' : `Java is ${version}`;
  const remedy = `install a JRE ${versions.javaMinimum} or newer (Debian, Ubuntu: apt install default-jre-headless)`;
  return [`${found}, but Kafka needs Java ${versions.javaMinimum} or newer. To fix: ${remedy}, ${orDocker}.`];
}

/**
 * @param {Site} site
 * @returns {string[]}
 */
function mavenFinding(site) {
  if (outputOf('mvn', ['-v'], { env: site.env }) !== null) return [];
  const remedy = 'install it (Debian, Ubuntu: apt install maven; macOS: brew install maven)';
  return [`Maven is missing; it downloads Kafka's jars once. To fix: ${remedy}, ${orDocker}.`];
}

/**
 * @param {Site} site
 * @returns {string[]}
 */
function goFinding(site) {
  const version = outputOf('go', ['version'], { env: site.env })?.match(/go(\d+\.\d+(\.\d+)?)/)?.[1];
  if (version !== undefined && isAtLeast(version, versions.goMinimum)) return [];
  const found = version === undefined ? 'Go is missing' : `Go is ${version}`;
  const remedy = `install ${versions.goMinimum} or newer from https://go.dev/dl`;
  return [`${found}, but building MinIO once needs Go ${versions.goMinimum} or newer. To fix: ${remedy}, ${orDocker}.`];
}

/** @returns {string[]} */
function postgresFindings() {
  const findings = [];
  if (process.getuid?.() === 0 && outputOf('id', ['-u', 'nobody']) === null) {
    findings.push('PostgreSQL cannot run as root, and there is no user `nobody`. Create it, or do not run as root.');
  }
  if (!hasPackage() && systemBinaries({}) === null) {
    const remedy = `install PostgreSQL ${versions.postgresMinimum} or newer`;
    findings.push(
      `There is no PostgreSQL for ${process.platform}-${process.arch} on npm. To fix: ${remedy}, ${orDocker}.`,
    );
  }
  return findings;
}

/**
 * @param {Site} site
 * @returns {Promise<string[]>}
 */
async function portFindings({ settings: { host, port } }) {
  if (port === null || (await isFree(host, port))) return [];
  const other = port === 65535 ? port - 1 : port + 1;
  return [`Port ${port} on ${host} is in use by another process. Choose another one: PORT=${other} npm start.`];
}
