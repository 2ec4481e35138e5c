import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../process/run-command.mjs';
import { moveIntoCache, outputOf } from '../servers/programs.mjs';
import { versions } from '../versions.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/** Of downloads and of the build, on slow cores. */
const timeoutMs = 30 * 60_000;

/** The release as a module: since 3.0, Prometheus numbers them 0.3xx.y. */
const module = `github.com/prometheus/prometheus@${moduleVersionOf(versions.prometheus)}`;
/** The server, and the tool that tests rules. */
const programs = ['prometheus', 'promtool'];

/**
 * Prometheus and promtool of the release that Compose runs, built with Go from their unchanged sources, with the
 * dependencies that its go.sum names.
 */
export const prometheus = {
  /** @param {Site} site */
  problem(site) {
    if (isBuilt(site) || outputOf('go', ['version'], { env: site.env }) !== null) return null;
    return 'The alerts were NOT tested: Go is missing. Install it from https://go.dev/dl.';
  },

  /**
   * Builds them, once.
   *
   * @param {Site} site
   * @param {AbortSignal} signal
   */
  async acquire(site, signal) {
    if (isBuilt(site)) return;
    const folder = folderOf(site);
    const draft = `${folder}.${process.pid}.draft`;
    site.console.log('Prometheus: building, takes about 4 minutes the first time');
    mkdirSync(draft, { recursive: true });
    try {
      const packages = programs.map((name) => `./cmd/${name}`);
      const build = ['build', '-C', sourcesOf(site), '-p', '2', '-trimpath', '-ldflags=-s -w', '-o', draft];
      const step = { name: 'prometheus-build', command: 'go', args: [...build, ...packages], timeoutMs };
      await runCommand(site.command(step, { CGO_ENABLED: '0' }), site, signal);
      moveIntoCache(draft, folder);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  },

  /** @param {Site} site */
  settings: (site) => ({ EARSHOT_PROMETHEUS_DIR: folderOf(site) }),
};

/**
 * @param {string} release
 * @returns {string} Version of its module.
 */
function moduleVersionOf(release) {
  const [major, minor, patch] = release.split('.');
  return `v0.${major}${String(minor).padStart(2, '0')}.${patch}`;
}

/** @param {Site} site */
const folderOf = (site) => site.cached(`prometheus-${versions.prometheus}`);

/** @param {Site} site */
const isBuilt = (site) => programs.every((name) => existsSync(path.join(folderOf(site), name)));

/**
 * Downloads the sources. Go compares them with its checksum database.
 *
 * @param {Site} site
 * @returns {string} Their folder.
 */
function sourcesOf(site) {
  const answer = outputOf('go', ['mod', 'download', '-json', module], { env: site.env, timeoutMs }) ?? '';
  const folder = /"Dir": "(.+)"/.exec(answer)?.[1];
  if (folder === undefined) throw new Error(`Prometheus could not be downloaded: ${module}.`);
  return folder;
}
