import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../process/run-command.mjs';
import { outputOf } from '../servers/programs.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/**
 * Writes the files of the revision from which users upgrade into an empty folder.
 *
 * @param {Site} site
 * @param {string} folder
 * @param {AbortSignal} signal
 */
export async function checkOutPrevious(site, folder, signal) {
  const archive = path.join(path.dirname(folder), 'previous.tar');
  const revision = previousRevision(site);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const step = (/** @type {string} */ command, /** @type {string[]} */ args) =>
    runCommand(site.command({ name: 'previous revision', command, args, timeoutMs: 60_000 }), site, signal);
  await step('git', ['archive', '--output', archive, revision]);
  await step('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
  site.console.log(`upgrading from ${revision}`);
}

/**
 * EARSHOT_UPGRADE_FROM, else the last release before this commit, else the commit before it.
 *
 * @param {Site} site
 */
function previousRevision(site) {
  const tag = outputOf('git', ['-C', site.root, 'describe', '--tags', '--abbrev=0', 'HEAD^'])?.trim();
  return process.env.EARSHOT_UPGRADE_FROM || tag || 'HEAD^';
}
