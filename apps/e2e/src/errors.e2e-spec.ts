import { describe, expect, it } from '@jest/globals';
import { call, send } from './support/api.js';
import { stack } from './support/stack.js';

const chat = '/api/v1/chat/completions';
const demo = () => ({ key: stack().demoKey });

describe('every error', () => {
  it.each([
    ['no key', 401, 'POST', chat, { key: null, body: {} }],
    ['a wrong key', 401, 'POST', chat, { key: 'es_wrong', body: {} }],
    ['an unknown path', 404, 'GET', '/nowhere', { key: null }],
    ['another method of a known path', 405, 'GET', chat, {}],
    ['another content type', 415, 'POST', chat, { body: 'a=b', headers: { 'content-type': 'text/plain' } }],
    ['no JSON', 400, 'POST', chat, { body: '{"model": ' }],
    ['invalid UTF-8', 400, 'POST', chat, { body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]) }],
    ['a JSON array', 400, 'POST', chat, { body: '[]' }],
    [
      'a body of 5 MiB for an endpoint that takes 4',
      413,
      'POST',
      '/api/v1/projects',
      { body: `"${'x'.repeat(5 << 20)}"` },
    ],
    ['a media type that is not produced', 406, 'GET', '/api/v1/models', { headers: { accept: 'image/png' } }],
  ] as const)(
    'of %s is a %i in the shape of the interface, with a request id',
    async (_, status, method, path, options) => {
      const answer = await call(method, path, options);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
      expect(answer.body.error).toMatchObject({
        message: expect.any(String),
        type: expect.any(String),
        code: expect.any(String),
      });
      expect('param' in (answer.body.error as object)).toBe(true);
    },
  );

  it('for a body that is too large, sent without its length, is a 413 too', async () => {
    const megabyte = new Uint8Array(1 << 20).fill(0x20);
    const chunks = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 5; sent += 1) controller.enqueue(megabyte);
        controller.close();
      },
    });
    const { url, adminKey } = stack();
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: chunks, duplex: 'half' };
    const response = await fetch(`${url}/api/v1/projects`, request as RequestInit);
    expect([response.status, await response.json()]).toMatchObject([413, { error: { code: 'body_too_large' } }]);
  });

  it('reports a conversation that is too long for its model', async () => {
    const messages = [{ role: 'user', content: 'x'.repeat(2 << 20) }];
    const { status, body } = await call('POST', chat, { ...demo(), body: { model: 'demo', messages } });
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'context_length_exceeded', 'messages']);
  });

  it('names the offending field by its path', async () => {
    const body = {
      model: 'demo',
      messages: [
        { role: 'user', content: 'a' },
        { role: 'wizard', content: 'b' },
      ],
    };
    const { status, body: answer } = await call('POST', chat, { ...demo(), body });
    expect([status, answer.error?.param]).toEqual([400, 'messages[1].role']);
  });

  it.each([
    ['text with NUL', { messages: [{ role: 'user', content: 'a\u0000b' }] }],
    ['half a surrogate pair', '{"model":"demo","messages":[{"role":"user","content":"\\ud800"}]}'],
    ['a number out of range', '{"model":"demo","messages":[{"role":"user","content":"x"}],"temperature":1e999}'],
    ['65 levels', `{"model":"demo","messages":[{"role":"user","content":"x"}],"x":${'['.repeat(65)}${']'.repeat(65)}}`],
    ['no messages', { messages: [] }],
    ['a session that is no uuid', { messages: [{ role: 'user', content: 'x' }], session_id: 'abc' }],
    ['max_tokens below 0', { messages: [{ role: 'user', content: 'x' }], max_tokens: -1 }],
    [
      'labels and metadata that differ',
      { messages: [{ role: 'user', content: 'x' }], labels: { a: '1' }, metadata: { a: '2' } },
    ],
  ])('of %s is a 400', async (_, body) => {
    const whole = typeof body === 'string' ? body : { model: 'demo', ...body };
    const { status, body: answer } = await call('POST', chat, { ...demo(), body: whole });
    expect([status, answer.error?.type]).toEqual([400, 'invalid_request_error']);
  });

  it("keeps the caller's request id", async () => {
    const { headers } = await call('GET', '/nowhere', { headers: { 'x-request-id': 'my-id.1' } });
    expect(headers.get('x-request-id')).toBe('my-id.1');
  });

  it('lists the methods of a path', async () => {
    expect((await call('DELETE', chat)).headers.get('allow')).toBe('OPTIONS, POST');
  });
});

describe('probes', () => {
  it.each(['/livez', '/readyz'])('%s needs no key', async (path) => {
    expect((await send('GET', path, { key: null })).status).toBe(200);
  });
});
