import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Console } from '../process/console.mjs';
import { Site } from '../session/site.mjs';
import { readSettings } from '../settings.mjs';
import { minio } from './minio.mjs';

describe('MinIO', () => {
  /** @type {string} */
  let dir;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-minio-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('ignores certificates and settings of the calling environment', async () => {
    const env = { HOME: '/home/somebody', MINIO_DOMAIN: 'example.com' };
    const { settings } = readSettings({ EARSHOT_DATA_DIR: dir });
    const site = new Site(settings, env, new Console(new PassThrough()));
    const [minioLaunch] = await minio.launches(site, new AbortController().signal);
    const { args = [], env: given } = minioLaunch?.launch ?? {};
    expect(args[args.indexOf('--certs-dir') + 1]).toBe(path.join(dir, 'minio-certificates'));
    expect(given).not.toHaveProperty('MINIO_DOMAIN');
  });
});
