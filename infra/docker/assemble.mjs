/**
 * Assembles /app of an image from an installed and built checkout: `node infra/docker/assemble.mjs gateway /image`.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { images } from './images.mjs';
import { packagesFor } from './packages.mjs';

/** Files of every image: entrypoint and health check. */
const everywhere = ['infra/docker/entrypoint.sh', 'infra/docker/healthcheck.mjs'];

/** Files that only compilers and debuggers read. */
const notForRunning = /\.(map|[cm]?ts)$/;

/**
 * @param {string} root the checkout.
 * @param {string} name of the image.
 * @param {string} target A missing or empty folder.
 * @throws Error If the image is unknown, or a part is not installed or built.
 */
export function assemble(root, name, target) {
  const image = images[name];
  if (!image) throw new Error(`Unknown image ${name}. Images: ${Object.keys(images).join(', ')}.`);
  const { packages, workspaces } = packagesFor(root, image.workspaces);
  const copy = (/** @type {string} */ from, /** @type {(source: string) => boolean} */ filter = () => true) =>
    cpSync(path.join(root, from), path.join(target, from), { recursive: true, filter });
  for (const folder of packages) copy(folder, (source) => isOf(path.join(root, folder), source));
  for (const folder of workspaces) {
    copy(path.join(folder, 'package.json'));
    linkPackage(root, folder, target);
    if (folder !== 'infra') copy(path.join(folder, 'dist'));
    // What the image of a service runs.
    if (folder === `apps/${name}`) copy(path.join(folder, 'bundle'));
  }
  for (const file of [...everywhere, ...image.files]) copy(file);
  copy('package.json');
}

/**
 * @param {string} folder Folder of the package.
 * @param {string} source Path in it. Packages in its node_modules are listed separately.
 */
function isOf(folder, source) {
  return source !== path.join(folder, 'node_modules') && !notForRunning.test(source);
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {string} target
 */
function linkPackage(root, folder, target) {
  const { name } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  const link = path.join(target, 'node_modules', name);
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.relative(path.dirname(link), path.join(target, folder)), link);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [name = '', target = ''] = process.argv.slice(2);
  if (target === '') throw new Error('Usage: node infra/docker/assemble.mjs <image> <folder>');
  assemble(path.resolve(import.meta.dirname, '../..'), name, path.resolve(target));
}
