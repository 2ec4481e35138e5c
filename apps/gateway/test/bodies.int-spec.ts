import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { until } from '@earshot/messaging/testing';
import { GatewayApp } from './gateway-app.js';

const gateway = new GatewayApp();
const mebibyte = 1_048_576;
const chat = '/api/v1/chat/completions';
const sockets: Socket[] = [];

beforeAll(async () => {
  await gateway.start({ bodyMemoryBytes: 64 * mebibyte });
  for (const key of ['demo', 'other']) await gateway.fetch('/api/v1/projects', { json: { key } });
});
afterAll(() => gateway.stop());
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await until(async () => (await held()) === 0);
});

/** What the gauge says that bodies hold, in bytes. */
async function held(): Promise<number> {
  const text = await (await gateway.fetch('/metrics')).text();
  return Number(/^earshot_http_body_bytes (\d+)$/m.exec(text)?.[1]);
}

interface Begun {
  readonly key: string;
  readonly path?: string;
  readonly headers: Record<string, string | number>;
}

/** A request whose headers alone are sent; `answer` is what came back by then. */
function begin({ key, path = chat, headers }: Begun) {
  const { hostname, port, host } = new URL(gateway.address);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const begun = { answer: '', closed: false, send: (bytes: string | Buffer) => socket.write(bytes) };
  socket.setEncoding('utf8').on('data', (text: string) => (begun.answer += text));
  socket.on('close', () => (begun.closed = true)).on('error', () => undefined);
  const all = { host, authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return begun;
}

const large = { 'content-length': 32 * mebibyte };
const chunked = { 'transfer-encoding': 'chunked' };
const isAnswered = ({ answer }: { answer: string }) => answer.endsWith('}');
const answered = (...begun: { answer: string }[]) => until(async () => Promise.resolve(begun.every(isAnswered)));

describe('a request that is rejected for its key or its route', () => {
  it('is rejected before its body is sent, and takes no memory', async () => {
    const key = await gateway.keyOf('demo', ['read']);
    const all = Array.from({ length: 16 }, () => begin({ key, headers: large }));
    await answered(...all);
    for (const { answer } of all) {
      expect(answer).toMatch(/^HTTP\/1.1 403 [^]*"code":"permission_missing"/);
    }
    expect(await held()).toBe(0);
  });

  it('has its body skipped if that is sent anyway, and takes no memory', async () => {
    const key = await gateway.keyOf('demo', ['read']);
    const body = Buffer.alloc(32 * mebibyte, ' ');
    const headers = { 'content-type': 'application/json' };
    const most = { held: 0 };
    const answers = Array.from({ length: 16 }, async () => {
      const { status } = await gateway.fetch(chat, { key, method: 'POST', headers, body });
      most.held = Math.max(most.held, await held());
      return status;
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set([403]));
    expect(most.held).toBe(0);
  });

  it.each([
    ['/api/v1/projects/other/images', ['data'], 'project_forbidden'],
    ['/api/v1/projects/other/models', ['manage'], 'project_forbidden'],
    ['/api/v1/projects/demo/models', ['read'], 'permission_missing'],
    ['/api/v1/projects', ['manage'], 'admin_key_required'],
    ['/api/v1/interactions', ['data'], 'permission_missing'],
    ['/api/v1/interactions/bulk', ['data'], 'permission_missing'],
    ['/api/v1/upload/part?session_id=x&part_number=1', ['read'], 'permission_missing'],
  ])('is rejected before its body at %s', async (path, permissions, code) => {
    const refused = begin({ key: await gateway.keyOf('demo', permissions), path, headers: chunked });
    await answered(refused);
    expect(refused.answer).toMatch(new RegExp(`^HTTP/1.1 403 [^]*"code":"${code}"`));
  });

  it('is rejected before its body at the limits of its key', async () => {
    const json = { name: 'x', permissions: ['inference'], limits: { requests_per_minute: 1 } };
    const created = await gateway.fetch('/api/v1/projects/demo/api_keys', { json });
    const { api_key: key } = (await created.json()) as { api_key: string };
    begin({ key, headers: large });
    await until(async () => (await held()) > 0);
    const second = begin({ key, headers: large });
    await answered(second);
    expect(second.answer).toMatch(/^HTTP\/1.1 429 [^]*retry-after: \d+\r\n[^]*"code":"requests_per_minute_exceeded"/);
  });
});

describe('the memory of bodies', () => {
  it('is limited: excess bodies are rejected before they are sent, and another project continues', async () => {
    const key = await gateway.keyOf('demo', ['inference']);
    const others = await gateway.keyOf('other', ['inference']);
    const all = Array.from({ length: 16 }, () => begin({ key, headers: large }));
    await until(async () => Promise.resolve(all.filter(isAnswered).length === 15));
    for (const { answer } of all.filter(isAnswered)) {
      expect(answer).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 1\r\n[^]*"code":"queue_full"/);
    }
    expect(await held()).toBe(32 * mebibyte);
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const choices = [{ index: 0, text: 'a', finish_reason: 'stop' as const }];
    const script = () => of({ model: 'other/demo', choices, usage });
    const answer = await gateway.chat(script, { key: others, body: { model: 'other/demo' } });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"content":"a"')]);
  });

  it('is freed when the answer has ended, and when the client disconnects', async () => {
    const body = 'x'.repeat(30 * mebibyte);
    for (let round = 0; round < 3; round += 1) {
      const answer = await gateway.fetch(chat, { json: { model: body, messages: [] } });
      expect(answer.status).toBe(400);
      await answer.text();
      await until(async () => (await held()) === 0);
    }
    const key = await gateway.keyOf('demo', ['inference']);
    begin({ key, headers: large });
    await until(async () => (await held()) > 0);
    sockets.pop()?.destroy();
    await until(async () => (await held()) === 0);
  });

  it('is charged as it arrives for a body without a length', async () => {
    const key = await gateway.keyOf('demo', ['inference']);
    begin({ key, headers: { 'content-length': 20 * mebibyte } });
    await until(async () => (await held()) > 0);
    const growing = begin({ key, headers: chunked });
    const size = mebibyte.toString(16);
    for (let sent = 0; sent < 30; sent += 1) growing.send(Buffer.from(`${size}\r\n${' '.repeat(mebibyte)}\r\n`));
    await answered(growing);
    expect(growing.answer).toMatch(/^HTTP\/1.1 503 [^]*"code":"queue_full"/);
    expect(await held()).toBe(20 * mebibyte);
  });

  it('is charged for images too', async () => {
    const key = await gateway.keyOf('demo', ['data', 'inference']);
    const path = '/api/v1/projects/demo/images';
    const image = { 'content-type': 'image/png', 'content-length': 20 * mebibyte };
    begin({ key, path, headers: image });
    await until(async () => (await held()) === 20 * mebibyte);
    const second = begin({ key, path, headers: image });
    await answered(second);
    expect(second.answer).toMatch(/^HTTP\/1.1 503 [^]*"code":"queue_full"/);
  });

  it('is charged for unanswered lines of a bulk import, a partial one included', async () => {
    const key = await gateway.keyOf('demo', ['feedback']);
    const bulk = { ...chunked, 'content-type': 'application/x-ndjson' };
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const [one, other] = [0, 1].map(() => begin({ key, path: '/api/v1/interactions/bulk', headers: bulk }));
    one?.send(chunk('x'.repeat(20 * mebibyte)));
    await until(async () => (await held()) === 20 * mebibyte);
    other?.send(chunk('x'.repeat(20 * mebibyte)));
    other?.send(chunk('\n{}\n'));
    await until(async () => Promise.resolve((other?.answer.match(/"code"/g) ?? []).length === 2));
    expect(other?.answer).toMatch(/"code":"queue_full"[^]*"code":"missing_field"/);
    one?.send(chunk('\n'));
    await until(async () => (await held()) === 0);
    expect(one?.answer).toContain('"code":"json_malformed"');
  });
});

it.each(['[{"messages":[]}]', '{"messages":[]}\n{"messages":[]}\n', '{}'])(
  'JSON sent where lines are expected is refused with a hint to application/x-ndjson: %j',
  async (body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await gateway.fetch('/api/v1/interactions/bulk', { method: 'POST', body, headers });
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect([answer.status, error.code]).toEqual([415, 'unsupported_media_type']);
    expect(error.message).toContain('Content-Type: application/x-ndjson');
  },
);

describe('a client that waits for 100 Continue', () => {
  const expects = { ...large, expect: '100-continue' };

  it('is told to send nothing when it is rejected', async () => {
    const refused = begin({ key: await gateway.keyOf('demo', ['read']), headers: expects });
    await until(async () => Promise.resolve(refused.closed));
    expect(refused.answer).toMatch(/^HTTP\/1.1 403 [^]*"code":"permission_missing"/);
  });

  it.each([
    [chat, 'application/json'],
    ['/api/v1/projects/demo/images', 'image/png'],
    ['/api/v1/interactions/bulk', 'application/x-ndjson'],
  ])('is told to continue when its body is accepted, at %s', async (path, type) => {
    const key = await gateway.keyOf('demo', ['inference', 'data', 'feedback']);
    const length = { 'content-type': type, 'content-length': 2, expect: '100-continue' };
    const taken = begin({ key, path, headers: length });
    await until(async () => Promise.resolve(taken.answer.startsWith('HTTP/1.1 100 ')));
    taken.send('{}');
    await until(async () => Promise.resolve(/"code":/.test(taken.answer)));
    expect(taken.answer).toMatch(/"code":"(missing_field|image_invalid)"/);
  });
});
