import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';

const gateway = new GatewayApp();
const get = (path: string, init: RequestInit = {}) => gateway.fetch(path, { key: null, ...init });

beforeAll(() => gateway.start());
afterAll(() => gateway.stop());

describe('the page about the interface', () => {
  it.each(['/docs', '/docs/'])('is at %s, without a key', async (path) => {
    const answer = await get(path, { headers: { accept: 'text/html' } });

    expect([answer.status, new URL(answer.url).pathname]).toEqual([200, '/docs']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('loads everything from this server, and has no inline script', async () => {
    const answer = await get('/docs');
    const html = await answer.text();
    const policy = answer.headers.get('content-security-policy') as string;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(html).not.toMatch(/<style|style=| on\w+=|<script(?![^>]* src=)/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
    expect(addresses).toHaveLength(5);
    for (const address of addresses) {
      const part = await get(new URL(address, `${gateway.address}/docs`).href.slice(gateway.address.length));
      expect([address, part.status, part.headers.get('x-content-type-options')]).toEqual([address, 200, 'nosniff']);
      expect((await part.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  });

  it.each([
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['favicon-32x32.png', 'image/png'],
  ])('has %s as %s, for HEAD too, and once for those who keep it', async (name, mediaType) => {
    const head = await get(`/docs/${name}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, mediaType]);
    const known = { 'if-none-match': head.headers.get('etag') as string };
    expect((await get(`/docs/${name}`, { headers: known })).status).toBe(304);
  });

  it.each(['package.json', 'index.html', '..%2Fpackage.json', '%2e%2e%2f%2e%2e%2fpackage.json', 'swagger-ui.css%00'])(
    'has no %s',
    async (name) => {
      const answer = await get(`/docs/${name}`);
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'path_not_found' } }]);
    },
  );
});
