import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../process/run-command.mjs';
import { outputOf } from '../servers/programs.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

const sources = ['go.mod', 'go.sum', 'main.go'];

/** The chart renderer (infra/helm/renderer), built with Go. */
export const chartRenderer = {
  /**
   * Why it is not available, in a sentence with the remedy; null if it is.
   *
   * @param {Site} site
   */
  problem(site) {
    if (existsSync(binaryOf(site)) || outputOf('go', ['version'], { env: site.env }) !== null) return null;
    return 'The Helm charts were NOT tested: Go is missing. Install it from https://go.dev/dl.';
  },
  acquire,
  /** @param {Site} site */
  settings: (site) => ({ EARSHOT_CHART_RENDERER: binaryOf(site) }),
};

/** @param {Site} site */
function binaryOf(site) {
  const hash = createHash('sha256');
  for (const file of sources) hash.update(readFileSync(path.join(folderOf(site), file)));
  return site.cached(path.join(`chart-renderer-${hash.digest('hex').slice(0, 16)}`, 'renderer'));
}

/** @param {Site} site */
const folderOf = (site) => path.join(site.root, 'infra/helm/renderer');

/**
 * Builds the renderer once.
 *
 * @param {Site} site
 * @param {AbortSignal} signal
 */
async function acquire(site, signal) {
  const binary = binaryOf(site);
  if (existsSync(binary)) return;
  const draft = `${binary}.${process.pid}.draft`;
  site.console.log('chart: building the renderer (about a minute, once)');
  mkdirSync(path.dirname(binary), { recursive: true });
  try {
    const args = ['build', '-C', folderOf(site), '-p', '2', '-trimpath', '-ldflags=-s -w', '-o', draft, '.'];
    const step = { name: 'chart renderer', command: 'go', args, timeoutMs: 15 * 60_000 };
    await runCommand(site.command(step, { CGO_ENABLED: '0' }), site, signal);
    // Checkouts may fill a shared cache concurrently; the binaries are identical.
    renameSync(draft, binary);
  } finally {
    rmSync(draft, { force: true });
  }
}
