import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { browsersOf, errorOf, signInRequired, type Session } from './browsers.js';
import { GatewayApp } from './gateway-app.js';

const gateway = new GatewayApp();
const { signIn, browser, makeKey, codeOf } = browsersOf(gateway);

beforeAll(async () => {
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
});
afterAll(() => gateway.stop());

describe('a sign-in link', () => {
  it('signs in once with the key that created it, also when it is used twice at once', async () => {
    const { api_key } = await makeKey();
    const code = await codeOf(api_key);
    const answers = await Promise.all([signIn({ code }), signIn({ code }), signIn({ code })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    const won = (await answers.find(({ ok }) => ok)?.json()) as Session;
    expect(won.key).toMatchObject({ name: 'test', project: 'demo', admin: false });
    expect(await errorOf(await signIn({ code }))).toEqual({ status: 401, code: 'sign_in_code_invalid' });
  });

  it('is not accepted as a cookie, nor a cookie as a code', async () => {
    const code = await codeOf();
    const answer = await gateway.fetch('/api/v1/models', { key: null, headers: { cookie: `earshot_session=${code}` } });
    expect(await errorOf(answer)).toEqual(signInRequired);
    const { token } = await browser({ code });
    expect(await errorOf(await signIn({ code: token }))).toEqual({ status: 401, code: 'sign_in_code_invalid' });
  });

  it('ends with its key', async () => {
    const { path, api_key } = await makeKey();
    const code = await codeOf(api_key);
    await gateway.fetch(path, { method: 'DELETE' });
    expect(await errorOf(await signIn({ code }))).toEqual({ status: 401, code: 'sign_in_code_invalid' });
  });

  it('cannot be created by a session, which would prolong itself', async () => {
    const { fetch, csrf } = await browser({ api_key: gateway.adminKey });
    const answer = await fetch('/api/v1/sign_in_links', { method: 'POST', headers: csrf });
    expect(await errorOf(answer)).toEqual({ status: 401, code: 'api_key_missing' });
  });

  it('is the same for a retry with an idempotency key, and different for another API key', async () => {
    const { api_key } = await makeKey();
    const create = async (key: string) => {
      const headers = { 'idempotency-key': 'k' };
      const answer = await gateway.fetch('/api/v1/sign_in_links', { method: 'POST', key, headers });
      return ((await answer.json()) as { url: string }).url;
    };
    const urls = [await create(gateway.adminKey), await create(gateway.adminKey), await create(api_key)];
    expect([urls[0] === urls[1], urls[0] === urls[2]]).toEqual([true, false]);
  });
});
