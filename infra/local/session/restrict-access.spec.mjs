import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataLayout } from '../settings.mjs';
import { restrictAccess } from './restrict-access.mjs';

describe('the data directory', () => {
  /** @type {string} */
  let parent;
  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'earshot-private-'));
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const own = process.getuid?.() === 0 ? 0o711 : 0o700;
  const modeOf = (/** @type {string} */ folder) => statSync(folder).mode & 0o7777;

  it('is created for its owner only, with the folders of servers and logs', () => {
    const dataDir = path.join(parent, 'a', 'data');
    const layout = dataLayout(dataDir);
    restrictAccess(dataDir, layout);
    expect(modeOf(dataDir)).toBe(own);
    for (const folder of [layout.kafka, layout.minio, layout.log, layout.run]) expect(modeOf(folder)).toBe(0o700);
  });

  it('is restricted where an older version left it open', () => {
    const layout = dataLayout(parent);
    mkdirSync(layout.kafka);
    for (const folder of [parent, layout.kafka]) chmodSync(folder, 0o755);
    restrictAccess(parent, layout);
    expect([modeOf(parent), modeOf(layout.kafka)]).toEqual([own, 0o700]);
  });

  it('stays unchanged where everybody may create files in it', () => {
    chmodSync(parent, 0o1777);
    restrictAccess(parent, dataLayout(parent));
    expect(modeOf(parent)).toBe(0o1777);
    expect(modeOf(dataLayout(parent).kafka)).toBe(0o700);
  });
});
