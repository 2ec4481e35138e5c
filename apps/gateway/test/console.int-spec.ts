import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleFiles } from '../src/console/console-files.js';
import { GatewayApp } from './gateway-app.js';

const gateway = new GatewayApp();
const folder = mkdtempSync(join(tmpdir(), 'earshot-console-'));
const page = '<!doctype html><title>Earshot</title>';
const script = 'assets/index-B2dX81af.js';
const code = `console.log(${JSON.stringify('x'.repeat(2_000))})`;
const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const get = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  gateway.fetch(path, { key: null, headers, redirect: 'manual', ...init });

/** Sends a path as it is; fetch would resolve its dots. */
const getRaw = (path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(gateway.address);
    request({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets/index-B2dX81af.js.map'), '{}');
  writeFileSync(join(folder, script), code);
  writeFileSync(join(folder, `${script}.br`), brotliCompressSync(code));
  writeFileSync(join(folder, `${script}.gz`), gzipSync(code));
  await gateway.start();
  gateway.app.get(ConsoleFiles, { strict: false }).read(folder);
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

describe('the console', () => {
  it.each(['/console/', '/console/projects/demo/interactions', '/console/models/gpt-4.1?tab=test'])(
    'is one page at %s, which is revalidated',
    async (path) => {
      const answer = await get(path, { accept: html });
      expect([answer.status, await answer.text()]).toEqual([200, page]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const known = { 'if-none-match': answer.headers.get('etag') as string };
      expect((await get(path, known)).status).toBe(304);
    },
  );

  it('runs only scripts of this origin, and is not shown in a frame', async () => {
    const { headers } = await get('/console/');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect([
      headers.get('x-content-type-options'),
      headers.get('referrer-policy'),
      headers.get('cross-origin-opener-policy'),
    ]).toEqual(['nosniff', 'no-referrer', 'same-origin']);
  });

  it('has files with a hash in their name, which are cached for ever', async () => {
    const answer = await get(`/console/${script}`);
    expect([answer.status, await answer.text()]).toEqual([200, code]);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const icon = await get('/console/favicon.svg');
    expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  it.each([
    ['br, gzip', 'br', brotliCompressSync(code)],
    ['gzip, br;q=0', 'gzip', gzipSync(code)],
    ['identity', null, Buffer.from(code)],
  ])('sends to callers that accept %s the file compressed by %s', async (accepted, coding, { length }) => {
    const answer = await get(`/console/${script}`, { 'accept-encoding': accepted }, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, coding]);
    expect([answer.headers.get('content-length'), answer.headers.get('vary')]).toEqual([
      `${length}`,
      'accept-encoding',
    ]);
    const known = { 'accept-encoding': accepted, 'if-none-match': answer.headers.get('etag') as string };
    expect((await get(`/console/${script}`, known)).status).toBe(304);
    expect((await get(`/console/${script}`, { ...known, 'accept-encoding': 'deflate' })).status).toBe(
      coding === null ? 304 : 200,
    );
  });

  it.each([
    '/console/nope.js',
    `/console/${script}.map`,
    `/console/${script}.br`,
    '/console/assets%2f..%2fpackage.json',
  ])('has no %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'path_not_found' } }]);
  });

  it.each(['/console/../package.json', '/console/..%2f..%2fetc/passwd', '/console/%2e%2e/%2e%2e/etc/passwd'])(
    'leads nowhere by %s',
    async (path) => {
      expect(await getRaw(path)).toBe(404);
    },
  );

  it('accepts no other method', async () => {
    const answer = await get('/console/', {}, { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('a browser', () => {
  it.each([
    ['/', 302],
    ['/console', 308],
  ])('is redirected from %s to the console', async (path, status) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(path, { accept: html }, { method });
      expect([answer.status, answer.headers.get('location')]).toEqual([status, '/console/']);
    }
  });

  it('is the only client that is redirected', async () => {
    const others = [get('/'), get('/', { accept: '*/*' }), get('/', { accept: html }, { method: 'POST' })];
    for (const answer of await Promise.all(others)) {
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'path_not_found' } }]);
    }
  });
});

it('explains how to build a console that is not built', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'earshot-console-'));
  const files = gateway.app.get(ConsoleFiles, { strict: false });
  files.read(empty);
  const answer = await get('/console/');
  files.read(folder);
  rmSync(empty, { recursive: true });
  const error = { code: 'path_not_found', message: expect.stringContaining('`npm run build`') };
  expect([answer.status, await answer.json()]).toMatchObject([404, { error }]);
});
