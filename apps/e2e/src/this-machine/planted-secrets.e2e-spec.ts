import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { call, makeProject, uniqueKey } from '../support/api.js';
import { filesWith, filesWithAny, isReadable } from '../support/at-rest.js';
import { CallingProvider } from '../support/calling-provider.js';
import { OtlpReceiver } from '../support/otlp-receiver.js';
import { firstDataDir } from '../support/second-installation.js';
import { stack } from '../support/stack.js';
import { until } from '../support/until.js';
import { upload } from '../support/uploads.js';

jest.setTimeout(120_000);

/**
 * The files that hold secrets of the installation: its own, those that Kafka and its clients read, and MinIO's of its
 * users.
 */
const secretFiles =
  /^(secret-key|admin-key|demo-key|passwords\.json|kafka\/(server\.properties|clients\/)|minio\/\.minio\.sys\/config\/iam\/)/;

const random = () => randomBytes(12).toString('hex');

// With Docker the servers' files are in volumes, out of reach.
(isReadable() ? describe : describe.skip)('a secret', () => {
  const provider = new CallingProvider();
  const receiver = new OtlpReceiver();
  /** By what it is. */
  const planted: Record<string, string> = {};
  /** What is no secret, in the same requests: it has to be found. */
  const marker = `marker${random()}`;
  const traceId = randomBytes(16).toString('hex');
  const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };

  const request = async (method: string, path: string, body?: object, key?: string) => {
    const answer = await call(method, path, { headers, body, ...(key !== undefined && { key }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.error?.code}`);
    return answer.body;
  };

  beforeAll(async () => {
    await Promise.all([provider.start(), receiver.start()]);
    const { key, apiKey } = await makeProject();
    const [ofProvider, ofTool, changed] = [`sk-${random()}`, `token-${random()}`, `sk-${random()}`];
    Object.assign(planted, { 'a provider key': ofProvider, 'a header of a tool': ofTool, 'a changed key': changed });
    const at = `/api/v1/projects/${key}`;
    const openai = { kind: 'openai', base_url: `${provider.origin}/v1`, model: 'm' };
    const model = { key: 'm', name: marker, capabilities: ['chat', 'tools'] };
    await request('POST', `${at}/models`, { ...model, provider: { ...openai, api_key: changed } });
    await request('PATCH', `${at}/models/m`, { provider: { ...openai, api_key: ofProvider } });
    await request('POST', `${at}/tools`, {
      key: 'weather',
      description: marker,
      parameters: { type: 'object', properties: { place: { type: 'string' } } },
      kind: 'http',
      url: `${provider.origin}/tool`,
      method: 'GET',
      headers: { Authorization: `Bearer ${ofTool}` },
    });
    const permissions = ['inference', 'read', 'data', 'feedback'];
    const created = await request('POST', `${at}/api_keys`, { name: marker, permissions });
    planted['an API key'] = created.api_key;
    planted['the API key of the project'] = apiKey;
    const messages = [{ role: 'user', content: `${marker} ${'x '.repeat(300_000)}` }];
    for (const stream of [true, false]) {
      const body = { model: `${key}/m`, messages, use_tools: true, labels: { marker } };
      if (stream) await drained({ ...body, stream }, created.api_key);
      else await request('POST', '/api/v1/chat/completions', body, created.api_key);
    }
    expect(provider.toolCalls.map(({ authorization }) => authorization)).toContain(`Bearer ${ofTool}`);
    // Requests that fail are logged, and their answers tell what was wrong.
    await call('GET', `${at}/models`, { headers, key: `es_${'x'.repeat(42)}0` });
    await call('POST', `${at}/models`, { headers, body: { ...model, provider: { ...openai, api_key: ofProvider } } });
    await call('POST', `${at}/tools`, { headers, body: { key: uniqueKey('t'), headers: { 'x-key': ofTool } } });
    Object.assign(planted, await signedIn(created.api_key));
    await upload(Buffer.from(marker), { key: created.api_key });
    const file = (name: string) => readFileSync(join(firstDataDir(), name), 'utf8');
    planted['the secret key'] = file('secret-key').trim();
    planted['the admin key'] = stack().adminKey;
    for (const [owner, password] of Object.entries(JSON.parse(file('passwords.json')) as Record<string, string>))
      planted[`the password of ${owner}`] = password;
  });
  afterAll(() => Promise.all([provider.stop(), receiver.stop()]));

  async function drained(body: object, key: string): Promise<void> {
    const requestInit = { method: 'POST', body: JSON.stringify(body) };
    const sent = { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${stack().url}/api/v1/chat/completions`, { ...requestInit, headers: sent });
    expect(await answer.text()).toContain('[DONE]');
  }

  /** Signs a browser in and makes requests with its cookie, good and bad ones. @returns the secrets of its session. */
  async function signedIn(apiKey: string): Promise<Record<string, string>> {
    const linked = async () => {
      const { url } = await request('POST', '/api/v1/sign_in_links', undefined, apiKey);
      return url.split('#code=')[1] as string;
    };
    const [code, unused] = [await linked(), await linked()];
    const ask = (path: string, method: string, more: Record<string, string>, body?: object) =>
      fetch(`${stack().url}${path}`, {
        method,
        headers: { ...headers, ...more, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const answer = await ask('/api/v1/sessions', 'POST', {}, { code });
    const { csrf_token: csrf } = (await answer.json()) as { csrf_token: string };
    const token = /^earshot_session=(\w+);/.exec(answer.headers.get('set-cookie') ?? '')?.[1] as string;
    const statuses = [
      await ask('/api/v1/sessions/current', 'GET', { cookie: `earshot_session=${token}` }),
      await ask('/api/v1/sessions/current', 'DELETE', {
        cookie: `earshot_session=${token}`,
        'x-csrf-token': `${csrf}x`,
      }),
      await ask('/api/v1/models', 'GET', { cookie: `earshot_session=${unused}` }),
      await ask('/api/v1/sessions', 'POST', {}, { code }),
      await ask('/api/v1/sessions', 'POST', {}, { code: unused, api_key: apiKey }),
    ].map(({ status }) => status);
    expect([answer.status, ...statuses]).toEqual([201, 200, 403, 401, 401, 400]);
    return { 'a cookie': token, 'a CSRF token': csrf, 'a used code': code, 'an unused code': unused };
  }

  /** Places where what came with the secrets has to be found, so that it is known that they are looked into. */
  const places = [
    /^kafka\/data\/inference\.commands-/,
    /^kafka\/data\/models\.state-/,
    /^kafka\/data\/tools\.state-/,
    /^kafka\/data\/api-keys\.state-/,
    /^kafka\/data\/interactions\.recorded-/,
    /^postgres\//,
    /^minio\/earshot\/conversations\//,
  ];

  it('is in no file of Kafka, PostgreSQL, the bucket and the logs, where the same request is found', async () => {
    const unseen = () => {
      const files = filesWith(marker);
      return places.filter((place) => !files.some((file) => place.test(file)));
    };
    await until(() => unseen().length === 0, 30_000, 500);
    expect(Object.keys(planted).length).toBeGreaterThan(12);
    const whose = new Map(Object.entries(planted).flatMap(([what, text]) => formsOf(text).map((form) => [form, what])));
    const found = [...filesWithAny([...whose.keys()])].flatMap(([form, files]) =>
      files.filter((file) => !secretFiles.test(file)).map((file) => `${whose.get(form)} in ${file}`),
    );
    expect(found).toEqual([]);
  });

  it('of a session is stored as its hash', async () => {
    const hash = createHash('sha256')
      .update(planted['a cookie'] as string)
      .digest('hex');
    const isIn = (place: RegExp) => filesWith(hash).some((file) => place.test(file));
    await until(() => [/^kafka\/data\/sessions\.state-/, /^postgres\//].every(isIn), 30_000, 500);
  });

  it('is in no span of the requests that contain it', async () => {
    const spans = () => receiver.of(traceId).map(({ service, name }) => `${service}: ${name}`);
    const all = ['gateway: POST /api/v1/projects/:project/models', 'inference: chat'];
    await until(() => all.every((one) => spans().includes(one)), 20_000);
    const exported = receiver.texts.join('\n');
    const found = Object.entries(planted).filter(([, secret]) =>
      formsOf(secret).some((form) => exported.includes(form)),
    );
    expect(found.map(([what]) => what)).toEqual([]);
  });

  it('in an address of the bucket, which storage tells the gateway, is in no log', () => {
    const files = filesWith('X-Amz-Signature');
    expect(files.some((file) => /^kafka\/data\/inbox\.gateway\./.test(file))).toBe(true);
    expect(files.filter((file) => file.startsWith('log/'))).toEqual([]);
  });

  it('would be found in a file that contains it', () => {
    expect(filesWith(planted['the secret key'] ?? randomUUID())).toContain('secret-key');
  });
});

/** As it is, and as it would be in Base64, wherever in a longer text. */
function formsOf(secret: string): string[] {
  // Each of the three places that its first byte may have; without what depends on its neighbours.
  const inside = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [secret, ...inside];
}
