import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sessionLifetimeMs } from '@earshot/contracts-projects';
import { browsersOf, errorOf, signInRequired, type Session } from './browsers.js';
import { GatewayApp } from './gateway-app.js';
import { scriptedLifetime, sessionCommands } from './scripted-sessions.controller.js';

const gateway = new GatewayApp();
const second = new GatewayApp(gateway);

beforeAll(async () => {
  await gateway.start();
  await second.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
});
afterAll(async () => {
  await second.stop();
  await gateway.stop();
});
const { signIn, browser, makeKey, codeOf } = browsersOf(gateway);

beforeEach(() => {
  scriptedLifetime.ms = sessionLifetimeMs;
});

describe('a browser', () => {
  it('exchanges an API key for a cookie that scripts and other sites cannot use', async () => {
    const { id, api_key } = await makeKey();
    const answer = await signIn({ api_key });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toMatch(
      /^earshot_session=[0-9A-Za-z]{43}; Max-Age=4319\d; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const key = { id, name: 'test', project_id: expect.any(String), project: 'demo', permissions: ['read', 'manage'] };
    expect(await answer.json()).toEqual({
      key: { ...key, admin: false },
      csrf_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: expect.any(String),
    });
  });

  it.each<Record<string, string>>([{ 'x-forwarded-proto': 'https' }, { origin: 'https://HOST' }])(
    'gets a Secure cookie over https: %j',
    async (headers) => {
      const { host } = new URL(gateway.address);
      const own = Object.entries(headers).map(([name, value]) => [name, value.replace('HOST', host)]);
      const answer = await signIn(
        { api_key: gateway.adminKey },
        { headers: Object.fromEntries(own) as Record<string, string> },
      );
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([201, expect.stringContaining('; Secure;')]);
    },
  );

  it('reads its session and its permissions, on every gateway', async () => {
    const { session, fetch } = await browser({ api_key: gateway.adminKey });
    expect(session.key).toMatchObject({ id: null, name: 'EARSHOT_ADMIN_KEY', project: null, admin: true });
    for (const at of [gateway, second]) {
      expect(await (await fetch('/api/v1/sessions/current', {}, at)).json()).toEqual(session);
      expect((await fetch('/api/v1/projects', {}, at)).status).toBe(200);
    }
  });

  it('is told without an error whether it is signed in, on every gateway', async () => {
    const { session, fetch, csrf, cookie } = await browser({ api_key: gateway.adminKey });
    const listed = async (at: GatewayApp, headers: Record<string, string>) => {
      const answer = await at.fetch('/api/v1/sessions', { key: null, headers });
      return [answer.status, await answer.json()];
    };
    const none = [200, { data: [], next_cursor: null }];
    for (const at of [gateway, second])
      expect(await listed(at, { cookie })).toEqual([200, { data: [session], next_cursor: null }]);
    for (const headers of [{}, { cookie: 'earshot_session=' }, { cookie: `earshot_session=${'x'.repeat(43)}` }])
      expect(await listed(gateway, headers as Record<string, string>)).toEqual(none);
    await fetch('/api/v1/sessions/current', { method: 'DELETE', headers: csrf });
    for (const at of [gateway, second]) expect(await listed(at, { cookie })).toEqual(none);
  });

  it('writes only with the CSRF token of its session, from pages of this origin', async () => {
    const { fetch, csrf } = await browser({ api_key: gateway.adminKey });
    const other = await browser({ api_key: gateway.adminKey });
    const write = (headers: Record<string, string>) =>
      fetch('/api/v1/projects/demo', { method: 'PATCH', json: { name: 'n' }, headers });
    for (const headers of [
      {},
      other.csrf,
      { ...csrf, 'sec-fetch-site': 'same-site' },
      { ...csrf, origin: 'http://evil.test' },
    ]) {
      expect(await errorOf(await write(headers))).toEqual({ status: 403, code: 'csrf_token_invalid' });
    }
    expect((await write(csrf)).status).toBe(200);
    expect((await write({ ...csrf, 'sec-fetch-site': 'same-origin', origin: gateway.address })).status).toBe(200);
  });

  it('cannot be signed in by a page of another origin', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://evil.test' }]) {
      const answer = await signIn({ api_key: gateway.adminKey }, { headers });
      expect([await errorOf(answer), answer.headers.get('set-cookie')]).toEqual([
        { status: 403, code: 'csrf_token_invalid' },
        null,
      ]);
    }
  });

  it('is identified by `Authorization` when it sends both', async () => {
    const { cookie } = await browser({ api_key: gateway.adminKey });
    const { api_key } = await makeKey({ permissions: ['read'] });
    const ask = (key: string) => gateway.fetch('/api/v1/api_keys', { key, headers: { cookie } });
    expect(await errorOf(await ask(api_key))).toMatchObject({ code: 'admin_key_required' });
    expect(await errorOf(await ask('nonsense'))).toMatchObject({ code: 'api_key_invalid' });
    const current = await gateway.fetch('/api/v1/sessions/current', { headers: { cookie } });
    expect(await errorOf(current)).toEqual(signInRequired);
  });

  it('shares the rate limit of its key, with which it is signed in too', async () => {
    const { api_key } = await makeKey({ limits: { requests_per_minute: 2 } });
    const { fetch } = await browser({ api_key });
    const answer = await fetch('/api/v1/sessions/current');
    expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([200, '0']);
    expect((await signIn({ api_key })).status).toBe(429);
  });

  it('gets the name of a wrong field', async () => {
    const [key, code] = ['es_x', 'y'];
    for (const json of [{}, { api_key: key, code }]) {
      expect(await errorOf(await signIn(json))).toEqual({ status: 400, code: 'invalid_field' });
    }
    expect(await errorOf(await signIn({ password: 'x' }))).toEqual({ status: 400, code: 'unknown_field' });
    expect(await errorOf(await signIn({ api_key: key }))).toEqual({ status: 401, code: 'api_key_invalid' });
    expect(await errorOf(await signIn({ code }))).toEqual({ status: 401, code: 'sign_in_code_invalid' });
    const large = await signIn({ api_key: 'x'.repeat(5_000) });
    expect(await errorOf(large)).toEqual({ status: 413, code: 'body_too_large' });
  });
});

describe('a session', () => {
  it('ends at sign-out, on every gateway', async () => {
    const { fetch, csrf } = await browser({ api_key: gateway.adminKey });
    expect((await fetch('/api/v1/sessions/current', {}, second)).status).toBe(200);
    const out = await fetch('/api/v1/sessions/current', { method: 'DELETE', headers: csrf });
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      204,
      'earshot_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ]);
    for (const at of [gateway, second]) {
      expect(await errorOf(await fetch('/api/v1/sessions/current', {}, at))).toEqual(signInRequired);
    }
  });

  it('ends when its key is revoked, and has the current permissions of the key', async () => {
    const { path, api_key } = await makeKey();
    const { fetch, csrf } = await browser({ api_key });
    await gateway.fetch(path, { method: 'PATCH', json: { permissions: ['read'] } });
    const write = await fetch('/api/v1/projects/demo/metrics', { json: { key: 'm', kind: 'bool' }, headers: csrf });
    expect(await errorOf(write)).toEqual({ status: 403, code: 'permission_missing' });
    const { key } = (await (await fetch('/api/v1/sessions/current')).json()) as Session;
    expect(key.permissions).toEqual(['read']);
    await gateway.fetch(path, { method: 'DELETE' });
    expect(await errorOf(await fetch('/api/v1/sessions/current'))).toEqual(signInRequired);
  });

  it('ends at its expiry, and not after its key', async () => {
    scriptedLifetime.ms = 300;
    const { fetch, session } = await browser({ api_key: gateway.adminKey });
    let answer = await fetch('/api/v1/sessions/current');
    while (answer.ok) answer = await fetch('/api/v1/sessions/current');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(session.expires_at));
    expect(await errorOf(answer)).toEqual(signInRequired);
    scriptedLifetime.ms = sessionLifetimeMs;
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const { api_key } = await makeKey({ expires_at });
    expect((await browser({ api_key })).session.expires_at).toBe(expires_at);
  });

  it('ends when the administrator changes the key that it was opened with', async () => {
    const third = new GatewayApp(gateway);
    await third.start({ adminKey: `es_${'Z'.repeat(43)}` });
    try {
      const { fetch } = await browser({ api_key: gateway.adminKey });
      expect(await errorOf(await fetch('/api/v1/sessions/current', {}, third))).toEqual(signInRequired);
    } finally {
      await third.stop();
    }
  });

  it('is not opened by a guess: 401 without a command', async () => {
    const sent = sessionCommands.length;
    for (const guess of ['', 'x', 'A'.repeat(43), 'B'.repeat(44)]) {
      const answer = await gateway.fetch('/api/v1/models', {
        key: null,
        headers: { cookie: `earshot_session=${guess}` },
      });
      expect([await errorOf(answer), answer.headers.get('www-authenticate')]).toEqual([signInRequired, 'Bearer']);
    }
    const code = await signIn({ code: 'A'.repeat(43) });
    expect(await errorOf(code)).toEqual({ status: 401, code: 'sign_in_code_invalid' });
    expect(sessionCommands.length).toBe(sent);
  });

  it('is sent and published only with hashes', async () => {
    const code = await codeOf();
    const { token, csrf } = await browser({ code });
    const text = JSON.stringify(sessionCommands);
    for (const secret of [code, token, csrf['x-csrf-token'], gateway.adminKey]) expect(text).not.toContain(secret);
    for (const secret of [code, token]) expect(text).toContain(createHash('sha256').update(secret).digest('hex'));
  });
});
