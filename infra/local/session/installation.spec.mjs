import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isInstalled, markInstalled } from './installation.mjs';

describe('isInstalled', () => {
  /** @type {string} */
  let root;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'earshot-installation-'));
    writeFileSync(path.join(root, 'package-lock.json'), '{}');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is false on a fresh checkout', () => {
    expect(isInstalled(root)).toBe(false);
  });

  it('is true after an installation, until the lock file changes', () => {
    mkdirSync(path.join(root, 'node_modules'));
    expect(isInstalled(root)).toBe(false);
    markInstalled(root);
    expect(isInstalled(root)).toBe(true);
    writeFileSync(path.join(root, 'package-lock.json'), '{"packages":{}}');
    expect(isInstalled(root)).toBe(false);
  });
});
