import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';

const gateway = new GatewayApp();
const chat = '/api/v1/chat/completions';

beforeAll(() => gateway.start());
afterAll(() => gateway.stop());

/** Sends bytes as they are, `later` once something has come, and gives back all that comes. */
function raw(text: string, later?: string): Promise<string> {
  const { hostname, port } = new URL(gateway.address);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    if (later !== undefined) socket.once('data', () => socket.write(later));
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

describe('an error', () => {
  it.each<[string, RequestInit & { key?: null; json?: unknown }, string, number, string]>([
    ['an unknown path', {}, '/nope', 404, 'path_not_found'],
    ['an unknown path without a key', { key: null }, '/nope', 404, 'path_not_found'],
    ['a body sent to an unknown path', { method: 'POST', body: 'x' }, '/nope', 404, 'path_not_found'],
    ['a path with a slash too much', {}, `${chat}/`, 404, 'path_not_found'],
    ['another method', {}, chat, 405, 'method_not_allowed'],
    ['another method without a key', { key: null, method: 'PUT' }, '/api/v1/projects/x', 405, 'method_not_allowed'],
    ['a malformed percent-encoding', {}, '/api/v1/projects/%E0%A4%A', 400, 'url_malformed'],
    ['an Accept that leaves out JSON', { headers: { accept: 'text/html' } }, '/api/v1/models', 406, 'not_acceptable'],
    [
      'an Accept that forbids JSON',
      { headers: { accept: 'application/json;q=0, text/*' } },
      '/api/v1/models',
      406,
      'not_acceptable',
    ],
    ['a form', { method: 'POST', body: new URLSearchParams({ a: '1' }) }, chat, 415, 'unsupported_media_type'],
    ['plain text', { method: 'POST', body: 'x' }, chat, 415, 'unsupported_media_type'],
    ['a compressed body', { json: {}, headers: { 'content-encoding': 'gzip' } }, chat, 415, 'unsupported_media_type'],
    ['a large body', { json: { key: 'x'.repeat(4_194_304) } }, '/api/v1/projects', 413, 'body_too_large'],
    ['a larger body', { json: { model: 'x'.repeat(33_554_432) } }, chat, 413, 'body_too_large'],
    ['no body', { method: 'POST' }, chat, 400, 'body_missing'],
    [
      'an empty JSON body',
      { method: 'POST', body: '', headers: { 'content-type': 'application/json' } },
      chat,
      400,
      'body_missing',
    ],
    [
      'broken JSON',
      { method: 'POST', body: '{"a":', headers: { 'content-type': 'application/json' } },
      chat,
      400,
      'json_malformed',
    ],
    [
      'an infinite number',
      { method: 'POST', body: '{"a":1e999}', headers: { 'content-type': 'application/json' } },
      chat,
      400,
      'number_out_of_range',
    ],
    ['a bad limit', {}, '/api/v1/projects?limit=0', 400, 'invalid_field'],
    ['an unknown parameter', {}, '/api/v1/projects?foo=1', 400, 'unknown_field'],
    ['an unknown field', { json: { key: 'x', foo: 1 } }, '/api/v1/projects', 400, 'unknown_field'],
    ['a very long name', {}, `/api/v1/projects/${'x'.repeat(9_000)}`, 404, 'project_not_found'],
    ['a model of a project that is not there', {}, '/api/v1/models/nope/m', 404, 'project_not_found'],
  ])('for %s has a status, a code and the shape of all errors', async (_, init, path, status, code) => {
    const answer = await gateway.fetch(path, init);
    const body = (await answer.json()) as { error: object };
    expect({ status: answer.status, body }).toEqual({
      status,
      body: {
        error: expect.objectContaining({ code, message: expect.any(String), type: expect.stringMatching(/_error$/) }),
      },
    });
    expect(body.error).toHaveProperty('param');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['/v1/chat/completions', '/v1/models', '/nope'])(
    'of the unknown path %s names the base addresses',
    async (path) => {
      const answer = await gateway.fetch(path, { method: 'POST', body: 'x' });
      const { error } = (await answer.json()) as { error: { message: string } };
      expect(error.message).toBe(
        `There is no path '${path}'. Base addresses are /api/v1 (API), /openai/v1 (OpenAI's API), /anthropic/v1 (Anthropic's API), /images and /artifacts (files), /console and /docs.`,
      );
    },
  );

  it('for a large body needs no Content-Length', async () => {
    const block = Buffer.alloc(65_536, ' ');
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += block.length;
        if (sent > 8 * 1_048_576) controller.close();
        else controller.enqueue(block);
      },
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await gateway.fetch('/api/v1/projects', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
  });

  it('for bytes that are not HTTP is JSON too', async () => {
    const answer = await raw('this is no HTTP\r\n\r\n');
    expect(answer).toMatch(
      /^HTTP\/1.1 400 Bad Request\r\n[^]*x-request-id: [0-9a-f-]{36}\r\n[^]*"code":"http_malformed"/,
    );
    expect(answer).toContain('cache-control: no-store\r\n');
  });

  it('quotes only a bounded part of a long name', async () => {
    const { hostname } = new URL(gateway.address);
    const name = 'x'.repeat(9_000);
    await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
    const key = await gateway.keyOf('demo', ['read']);
    for (const bearer of [gateway.adminKey, key]) {
      const head = `host: ${hostname}\r\nauthorization: Bearer ${bearer}\r\nconnection: close\r\n\r\n`;
      expect((await raw(`GET /api/v1/projects/${name} HTTP/1.1\r\n${head}`)).length).toBeLessThan(1_000);
    }
  });

  it('for HTTP/1.1 without Host is JSON too', async () => {
    const answer = await raw('GET /livez HTTP/1.1\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 [^]*x-request-id: [0-9a-f-]{36}\r\n[^]*"code":"http_malformed"/);
    expect(await raw('GET /livez HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('for CONNECT is JSON too', async () => {
    const answer = await raw('CONNECT x:80 HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 405 [^]*x-request-id: [0-9a-f-]{36}\r\n[^]*"code":"method_not_allowed"/);
  });

  it('for too many headers is a 431', async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431 [^]*"code":"headers_too_large"/);
  });

  it('for invalid bytes on a used connection follows the last response', async () => {
    const served = `GET /livez HTTP/1.1\r\nhost: x\r\n\r\n`;
    const answer = await raw(served, 'this is no HTTP\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 [^]*{"status":"ok"}HTTP\/1.1 400 [^]*"code":"http_malformed"/);
  });

  it('for invalid bytes is never taken for the response to the request before it', async () => {
    const { port } = new URL(gateway.address);
    const head = `host: 127.0.0.1:${port}\r\nauthorization: Bearer ${gateway.adminKey}\r\n\r\n`;
    expect(await raw(`GET /api/v1/projects/x HTTP/1.1\r\n${head}this is no HTTP\r\n\r\n`)).not.toContain(
      'http_malformed',
    );
  });
});

describe('an empty body', () => {
  const chunked = { 'transfer-encoding': 'chunked' };

  it.each([
    ['as JSON', 'application/json', { 'content-length': '0' }],
    ['as JSON, in no chunks', 'application/json', chunked],
    ['as JSON, of no length', 'application/json', {}],
    ['as a form', 'application/x-www-form-urlencoded', { 'content-length': '0' }],
    ['as text', 'text/plain', {}],
  ])('is ignored %s where none is accepted, and an error where one is required', async (_, type, length) => {
    const { host } = new URL(gateway.address);
    const head = Object.entries({
      host,
      authorization: `Bearer ${gateway.adminKey}`,
      connection: 'close',
      'content-type': type,
      ...length,
    });
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const send = (target: string) =>
      raw(`${target} HTTP/1.1\r\n${lines}\r\n${'transfer-encoding' in length ? '0\r\n\r\n' : ''}`);
    await gateway.fetch('/api/v1/projects', { json: { key: 'short-lived' } });
    expect(await send('DELETE /api/v1/projects/short-lived')).toMatch(/^HTTP\/1.1 204 /);
    for (const target of ['POST /api/v1/projects', `POST ${chat}`, 'DELETE /api/v1/upload/abort']) {
      expect(await send(target)).toMatch(/^HTTP\/1.1 400 [^]*"code":"body_missing"/);
    }
  });
});

describe('an unknown Expect header', () => {
  it('is ignored (RFC 9110, section 10.1.1)', async () => {
    const answer = await raw('GET /livez HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 [^]*x-request-id: /);
  });
});

describe('the methods of a path', () => {
  it('are named in the response to another one', async () => {
    const answer = await gateway.fetch('/api/v1/projects/demo', { method: 'PUT' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, OPTIONS, PATCH']);
  });

  it('are returned by OPTIONS', async () => {
    const answer = await gateway.fetch(chat, { method: 'OPTIONS', key: null });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'OPTIONS, POST']);
    expect((await gateway.fetch('/nope', { method: 'OPTIONS', key: null })).status).toBe(404);
  });

  it('include HEAD where GET is supported', async () => {
    const answer = await gateway.fetch('/api/v1/models', { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });
});

describe('x-request-id', () => {
  it.each(['abc', 'A-b_c.9', 'x'.repeat(128)])("keeps the caller's %s", async (id) => {
    for (const path of ['/api/v1/models', '/nope', '/livez']) {
      const answer = await gateway.fetch(path, { headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toBe(id);
    }
  });

  it.each(['a b', 'x'.repeat(129), '<script>'])('replaces %j', async (id) => {
    const answer = await gateway.fetch('/livez', { headers: { 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
  });
});

describe('the probes', () => {
  it('answer without a key, with any Accept header', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) {
      const answer = await gateway.fetch(path, { key: null, headers: { accept: 'text/plain' } });
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });
});
