import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** npm reads the whole tree, in two seconds; in over a minute where all images are built at once on two busy cores. */
const timeoutMs = 600_000;

/**
 * Returns the packages that workspaces need at run time on this platform.
 *
 * @param {string} root Checkout with its node_modules.
 * @param {readonly string[]} workspaces folders.
 * @returns {{ packages: string[], workspaces: string[] }} Folders relative to the root; `workspaces` includes the given ones.
 * @throws Error If a required package is not installed.
 */
export function packagesFor(root, workspaces) {
  const chosen = workspaces.flatMap((folder) => ['--workspace', folder]);
  const args = ['ls', '--all', '--omit=dev', '--parseable', '--loglevel=error', ...chosen];
  const { status, stdout, stderr, error } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: timeoutMs });
  if (status !== 0) throw new Error(`npm ls failed: ${stderr || error?.message}`);
  const { packages: locked } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const found = stdout.split('\n').filter((folder) => folder !== '' && folder !== root);
  const isWorkspace = (/** @type {string} */ folder) => lstatSync(folder).isSymbolicLink();
  const relative = (/** @type {string} */ folder) => path.relative(root, folder);
  return {
    packages: found
      .filter((folder) => !isWorkspace(folder))
      .map(relative)
      .filter((folder) => isNeeded(folder, locked[folder])),
    workspaces: found.filter(isWorkspace).map((folder) => relative(realpathSync(folder))),
  };
}

/**
 * @param {string} folder
 * @param {{ devOptional?: boolean }} [entry]
 */
function isNeeded(folder, entry) {
  // Needed for development, or by an optional peer only (TypeScript).
  if (entry?.devOptional) return false;
  // The engine's binaries for other processors may be installed too.
  const [, engine] = /^node_modules\/@node-llama-cpp\/(.*)$/.exec(folder) ?? [];
  return engine === undefined || engine === `${process.platform}-${process.arch}`;
}
