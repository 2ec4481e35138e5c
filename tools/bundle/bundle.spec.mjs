import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const script = path.join(import.meta.dirname, 'bundle.mjs');

describe('a bundle', () => {
  /** @type {string} */
  let folder;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'earshot-bundle-'));
    write('package.json', '{ "type": "module" }');
    write('dist/entity.js', 'export class Entity {}');
    write('dist/database/migrate.js', "import { Entity } from '../entity.js'; console.log(Entity.name);");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /**
   * @param {string} file
   * @param {string} text
   */
  function write(file, text) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }

  /** @param {string[]} entries */
  const bundle = (...entries) =>
    execFileSync(process.execPath, [script, ...entries], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

  /** @param {string} file */
  const printedBy = (file) => execFileSync(process.execPath, [path.join(folder, 'bundle', file)], { encoding: 'utf8' });

  it('has each entry, which runs without dist, and keeps the names of classes that are called the same', () => {
    write('dist/other.js', 'export class Entity {}');
    write(
      'dist/main.js',
      `import { Entity } from './entity.js';
       import { Entity as Other } from './other.js';
       console.log(Entity.name, Other.name, Entity === Other);`,
    );
    bundle('main', 'database/migrate');
    rmSync(path.join(folder, 'dist'), { recursive: true });
    expect(printedBy('main.js')).toBe('Entity Entity false\n');
    expect(printedBy('database/migrate.js')).toBe('Entity\n');
  });

  it('has nothing of the bundle before', () => {
    write('bundle/chunks/old.js', '');
    bundle('database/migrate');
    expect(readdirSync(path.join(folder, 'bundle'))).not.toContain('chunks');
  });

  it('is not made where a package is missing, unless no service uses what it is for', () => {
    write('dist/main.js', "import 'class-validator';");
    bundle('main');
    write('dist/main.js', "import 'a-package-that-nobody-installed';");
    expect(() => bundle('main')).toThrow("Could not resolve 'a-package-that-nobody-installed'");
  });
});
