import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What node_modules must have been installed from: the lock file, and the platform, for which npm chooses binaries. Not the version of
 * Node.js: what installs the checkout for the first time is not what npm brings, and no package is bound to one.
 *
 * @param {string} root
 * @returns {string}
 */
export function wantedInstallation(root) {
  const lockFile = readFileSync(path.join(root, 'package-lock.json'));
  return createHash('sha256').update(lockFile).update(`${process.platform}-${process.arch}`).digest('hex');
}

/**
 * @param {string} root
 * @returns {boolean} Whether node_modules is the installation of the present lock file.
 */
export function isInstalled(root) {
  try {
    return readFileSync(markFile(root), 'utf8') === wantedInstallation(root);
  } catch {
    // No node_modules, or made by hand: `npm ci` will make it right.
    return false;
  }
}

/**
 * To be called after `npm ci`, which deletes the mark with node_modules before it begins.
 *
 * @param {string} root
 */
export function markInstalled(root) {
  writeFileSync(markFile(root), wantedInstallation(root));
}

/** @param {string} root */
function markFile(root) {
  return path.join(root, 'node_modules', '.earshot-installation');
}
