import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pid } from 'node:process';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Console } from '../process/console.mjs';
import { readSettings } from '../settings.mjs';
import { appLaunches } from './app-launches.mjs';
import { Site } from './site.mjs';

describe('appLaunches', () => {
  /** @type {string} */
  let dir;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-launches-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('reports port-sharing processes as ready when each accepts requests', async () => {
    const answering = createServer((_request, answer) => answer.end()).listen(0, '127.0.0.1');
    await once(answering, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (answering.address());
    const { settings } = readSettings({ EARSHOT_DATA_DIR: dir, PORT: String(port) });
    const site = new Site(settings, {}, new Console(new PassThrough()));
    /** @type {import('../stack.mjs').AppNode} */
    const gateway = { name: 'gateway', kind: 'app', needs: [], uses: ['publicPort'], nodeFlags: [] };
    const [sharing] = await appLaunches(site, gateway, 2);
    /** @param {{ name: string, url?: string }} process */
    const record = (process) => site.records.write({ ...process, kind: 'app', pid, stopSignal: 'SIGTERM' });
    try {
      const url = await site.url();
      record({ name: 'gateway-0', url });
      record({ name: 'gateway-1' });
      expect(await sharing?.launch.isReady()).toBe(false);
      record({ name: 'gateway-1', url });
      expect(await sharing?.launch.isReady()).toBe(true);
    } finally {
      answering.close();
    }
  });
});
