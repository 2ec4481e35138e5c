import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, makeProject } from '../support/api.js';
import { ScriptedProvider } from '../support/provider.js';

/** Networks of which the installation under test allows none; it allows 127.0.0.1 alone. */
const inside = [
  '127.0.0.2',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '[::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  '2852039166',
];

const provider = new ScriptedProvider();
let project: Awaited<ReturnType<typeof makeProject>>;
let baseUrl: string;

beforeAll(async () => {
  baseUrl = await provider.start();
  project = await makeProject();
});

afterAll(() => provider.stop());

const openai = (base_url: string) => ({ kind: 'openai', base_url, model: 'm' });

const manage = (method: string, path: string, body: object, key?: string) =>
  call(method, `/api/v1/projects/${project.key}/${path}`, { body, ...(key !== undefined && { key }) });

const refused = (param: string, setting: string) => ({
  status: 400,
  body: {
    error: {
      code: 'address_not_allowed',
      type: 'invalid_request_error',
      param,
      message: expect.stringContaining(setting),
    },
  },
});

describe('a project key', () => {
  it.each(inside)('cannot create a model at %s', async (host) => {
    const body = { key: 'inside', provider: openai(`http://${host}:9000/v1`) };
    const answer = await manage('POST', 'models', body, project.apiKey);
    expect(answer).toMatchObject(refused('provider.base_url', 'EARSHOT_PROVIDERS_ALLOWED_NETWORKS'));
    expect(answer.body.error).not.toHaveProperty('details');
  });

  it.each(inside)('cannot create a tool at %s', async (host) => {
    const settings = { key: 'inside', description: 'd', parameters: { type: 'object' }, kind: 'http', method: 'GET' };
    const answer = await manage('POST', 'tools', { ...settings, url: `http://${host}:9000/` }, project.apiKey);
    expect(answer).toMatchObject(refused('url', 'EARSHOT_TOOLS_ALLOWED_NETWORKS'));
  });

  it('creates a model in a network that the installation allows, without making it trusted', async () => {
    const created = await manage('POST', 'models', { key: 'here', provider: openai(baseUrl) }, project.apiKey);
    expect(created).toMatchObject({ status: 201, body: { provider: { base_url_trusted: false } } });
    const body = { model: `${project.key}/here`, messages: [{ role: 'user', content: 'Hi' }] };
    expect((await call('POST', '/api/v1/chat/completions', { key: project.apiKey, body })).status).toBe(200);
  });
});

describe('an installation key', () => {
  it('creates a model anywhere; a project key may change it, but not its address', async () => {
    const anywhere = openai('http://10.1.2.3:9000/v1');
    const created = await manage('POST', 'models', { key: 'anywhere', provider: anywhere });
    expect(created).toMatchObject({ status: 201, body: { provider: { ...anywhere, base_url_trusted: true } } });
    const other = { provider: { ...anywhere, model: 'other' } };
    const changed = await manage('PATCH', 'models/anywhere', other, project.apiKey);
    expect(changed).toMatchObject({ status: 200, body: { provider: { model: 'other', base_url_trusted: true } } });
    const moved = await manage('PATCH', 'models/anywhere', { provider: openai('http://10.1.2.4/v1') }, project.apiKey);
    expect(moved).toMatchObject(refused('provider.base_url', 'EARSHOT_PROVIDERS_ALLOWED_NETWORKS'));
    const out = { provider: openai('https://models.example/v1') };
    const left = await manage('PATCH', 'models/anywhere', out, project.apiKey);
    expect(left).toMatchObject({ status: 200, body: { provider: { base_url_trusted: false } } });
    const back = await manage('PATCH', 'models/anywhere', { provider: anywhere }, project.apiKey);
    expect(back).toMatchObject(refused('provider.base_url', 'EARSHOT_PROVIDERS_ALLOWED_NETWORKS'));
  });
});

describe('a remote image', () => {
  const ask = (url: string) => {
    const content = [{ type: 'image_url', image_url: { url } }];
    const body = { model: `${project.key}/seeing`, messages: [{ role: 'user', content }] };
    return call('POST', '/api/v1/chat/completions', { key: project.apiKey, body });
  };

  beforeAll(async () => {
    const seeing = { key: 'seeing', provider: openai(baseUrl), capabilities: ['chat', 'images'] };
    expect((await manage('POST', 'models', seeing)).status).toBe(201);
    provider.requests.length = 0;
  });

  it.each(inside)('is not fetched from %s, and its address is not sent to the provider', async (host) => {
    const setting = 'EARSHOT_PROVIDERS_ALLOWED_NETWORKS';
    expect(await ask(`https://${host}/a.png`)).toMatchObject(refused('messages', setting));
    expect(provider.requests).toEqual([]);
  });

  it('that its server does not return is a 400 without text of the server', async () => {
    const { host } = new URL(baseUrl);
    const answer = await ask(`https://${host}/a.png?signature=secret`);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'image_not_fetched', param: 'messages' } } });
    expect(answer.body.error?.message).toContain(host);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(provider.requests).toEqual([]);
  });
});
