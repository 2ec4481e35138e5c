import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Hash of what node_modules depends on: lock file and platform. Not the Node.js version: the first install may run on
 * another one, and no package depends on it.
 *
 * @param {string} root
 * @returns {string}
 */
export function expectedInstallation(root) {
  const lockFile = readFileSync(path.join(root, 'package-lock.json'));
  return createHash('sha256').update(lockFile).update(`${process.platform}-${process.arch}`).digest('hex');
}

/**
 * @param {string} root
 * @returns {boolean} Whether node_modules matches the current lock file.
 */
export function isInstalled(root) {
  try {
    return readFileSync(markFile(root), 'utf8') === expectedInstallation(root);
  } catch {
    // Missing or created by hand: `npm ci` will fix it.
    return false;
  }
}

/**
 * Call it after `npm ci`, which deletes the marker with node_modules.
 *
 * @param {string} root
 */
export function markInstalled(root) {
  writeFileSync(markFile(root), expectedInstallation(root));
}

/** @param {string} root */
function markFile(root) {
  return path.join(root, 'node_modules', '.earshot-installation');
}
