import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isFree, Ports } from './ports.mjs';

describe('Ports', () => {
  /** @type {string} */
  let dir;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-ports-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('assigns every name its own port, also concurrently', async () => {
    const ports = new Ports(dir);
    const names = Array.from({ length: 20 }, (_, index) => `service-${index}`);
    const chosen = await Promise.all(names.map((name) => ports.choose(name)));
    expect(new Set(chosen).size).toBe(names.length);
  });

  it('assigns a name the same port during a run and in the next one', async () => {
    const ports = new Ports(dir);
    const [first, again] = await Promise.all([ports.choose('kafka'), ports.choose('kafka')]);
    expect(again).toBe(first);
    expect(await new Ports(dir).choose('kafka')).toBe(first);
  });

  it('reads the ports of a running stack', async () => {
    const last = await new Ports(dir).choose('kafka');
    const server = createServer().listen(last, '127.0.0.1');
    await once(server, 'listening');
    try {
      const ports = new Ports(dir);
      ports.keep();
      expect(await ports.choose('kafka')).toBe(last);
    } finally {
      server.close();
    }
  });

  it('assigns another port when the last one is in use', async () => {
    const last = await new Ports(dir).choose('kafka');
    const other = createServer().listen(last, '127.0.0.1');
    await once(other, 'listening');
    try {
      expect(await isFree('127.0.0.1', last)).toBe(false);
      expect(await new Ports(dir).choose('kafka')).not.toBe(last);
    } finally {
      other.close();
    }
  });
});
