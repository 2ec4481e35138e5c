import { describe, expect, it, jest } from '@jest/globals';
import { call, makeProject } from './support/api.js';
import { stack } from './support/stack.js';

jest.setTimeout(60_000);

const sessions = '/api/v1/sessions';

/** Signs in as a browser does. */
async function signIn(json: object) {
  const { status, headers, body } = await call('POST', sessions, { key: null, body: json });
  const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const { csrf_token: csrf } = body as unknown as { csrf_token: string };
  return { status, code: body.error?.code, cookie, csrf };
}

const current = (cookie: string) => call('GET', `${sessions}/current`, { key: null, headers: { cookie } });

describe('a browser', () => {
  it('opens exactly one session with a link that many use at once', async () => {
    const { apiKey, key } = await makeProject();
    const { body } = await call('POST', '/api/v1/sign_in_links', { key: apiKey });
    expect(body.url.startsWith(`${stack().url}/console/#code=`)).toBe(true);
    const code = body.url.split('#code=')[1] as string;
    const all = await Promise.all(Array.from({ length: 10 }, () => signIn({ code })));
    const [won, ...others] = all.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    const lost = all.filter((one) => one !== won).map((one) => [one.status, one.code]);
    expect(lost).toEqual(Array.from({ length: 9 }, () => [401, 'sign_in_code_invalid']));
    expect((await current(won?.cookie ?? '')).body).toMatchObject({ key: { project: key, admin: false } });
  });

  it('writes with its CSRF token, and is signed out for good', async () => {
    const { apiKey, key } = await makeProject();
    const { cookie, csrf } = await signIn({ api_key: apiKey });
    const write = (headers: Record<string, string>) =>
      call('POST', `/api/v1/projects/${key}/metrics`, { key: null, body: { key: 'm', kind: 'bool' }, headers });
    expect((await write({ cookie })).body.error?.code).toBe('csrf_token_invalid');
    expect((await write({ cookie, 'x-csrf-token': csrf })).status).toBe(201);
    const out = { key: null, headers: { cookie, 'x-csrf-token': csrf } };
    expect((await call('DELETE', `${sessions}/current`, out)).status).toBe(204);
    expect((await current(cookie)).body.error?.code).toBe('sign_in_required');
  });

  it('is signed out when its key is revoked', async () => {
    const { key } = await makeProject();
    const keys = `/api/v1/projects/${key}/api_keys`;
    const { body } = await call('POST', keys, { body: { name: 'browser', permissions: ['read'] } });
    const { cookie } = await signIn({ api_key: body.api_key });
    expect((await current(cookie)).status).toBe(200);
    await call('DELETE', `${keys}/${body.id}`);
    expect((await current(cookie)).body.error?.code).toBe('sign_in_required');
  });
});
