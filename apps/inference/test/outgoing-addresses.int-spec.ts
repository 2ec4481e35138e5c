import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EncodedProvider, Model } from '@earshot/contracts-inference';
import { lastValueFrom, toArray } from 'rxjs';
import { calls, inTurn, textScript } from './openai-double.js';
import { ToolDouble } from './tool-double.js';
import { textOf, InferenceApp } from './inference-app.js';

let app: InferenceApp;
let inside: ToolDouble;

beforeAll(async () => {
  inside = await ToolDouble.listen();
  app = await InferenceApp.begin({ EARSHOT_PROVIDERS_ALLOWED_NETWORKS: '', EARSHOT_TOOLS_ALLOWED_NETWORKS: '' });
}, 60_000);

afterAll(async () => {
  await app.end();
  await inside.close();
}, 60_000);

beforeEach(() => {
  app.upstream.script = textScript('Hello');
  app.upstream.requests.length = 0;
  inside.seen.length = 0;
});

const openai = (base_url: string, trusted = false): Extract<EncodedProvider, { kind: 'openai' }> => ({
  kind: 'openai',
  base_url,
  model: 'm',
  sealed_api_key: null,
  ...(trusted && { base_url_trusted: true }),
});

/** A model at an address of this machine that a key of the installation gave. */
const makeTrusted = (projectId: string, changes: Partial<Model> = {}) =>
  app.makeModel(projectId, 'm', { provider: openai(app.upstream.baseUrl, true), ...changes });

const refusal = {
  code: 'address_not_allowed',
  type: 'invalid_request_error',
  message: expect.stringContaining('EARSHOT_PROVIDERS_ALLOWED_NETWORKS'),
  details: undefined,
};

describe('when only the internet is allowed, a model of a project', () => {
  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:127.0.0.1]', '2130706433', 'localhost'])(
    'is not made at %s',
    async (host) => {
      const { id } = await app.makeProject();
      const making = app.makeModel(id, 'm', { provider: openai(`http://${host}:9000/v1`) });
      await expect(making).rejects.toMatchObject({ ...refusal, param: 'provider.base_url' });
      expect(await app.modelsOf(id)).toEqual([]);
    },
  );

  it('is created and called at an address of this machine that an installation key set', async () => {
    const { id } = await app.makeProject();
    await makeTrusted(id);
    expect(textOf(await app.answerTo(id))).toBe('Hello');
  });

  it('stays trusted while its address stays, and permanently loses that with its address', async () => {
    const { id } = await app.makeProject();
    const model = await makeTrusted(id);
    const named = await app.changeModel(model, { provider: { ...openai(app.upstream.baseUrl), model: 'other' } });
    expect(named.provider).toEqual({ ...openai(app.upstream.baseUrl, true), model: 'other' });
    expect(textOf(await app.answerTo(id))).toBe('Hello');
    const elsewhere = openai('http://127.0.0.1:9000/v1');
    await expect(app.changeModel(model, { provider: elsewhere })).rejects.toMatchObject(refusal);
    const moved = await app.changeModel(model, { provider: openai('https://models.example/v1') });
    expect(moved.provider).toEqual(openai('https://models.example/v1'));
    const back = openai(app.upstream.baseUrl);
    await expect(app.changeModel(model, { provider: back })).rejects.toMatchObject(refusal);
  });
});

describe('an address that was not checked when it was stored, or is not allowed any more,', () => {
  it('is rejected when it is called, without a connection', async () => {
    const { id } = await app.makeProject();
    const capabilities = ['chat' as const, 'tools' as const, 'images' as const, 'embeddings' as const];
    const model = await makeTrusted(id, { capabilities });
    const { id: other } = await app.makeProject();
    await makeTrusted(other, { capabilities });
    const tool = await app.makeTool(other, 'inside', {
      endpoint: { kind: 'http', url: 'http://a.example/', method: 'GET' },
    });
    await app.stopService();
    await app.database.query(
      `update inference.models set provider = provider - 'base_url_trusted' where id = '${model.id}'`,
    );
    await app.database.query(
      `update inference.tools set endpoint = jsonb_set(endpoint, '{url}', '"${inside.url}"') where id = '${tool.id}'`,
    );
    await app.startService();
    for (const stream of [true, false]) await expect(app.answerTo(id, { stream })).rejects.toMatchObject(refusal);
    const embedding = lastValueFrom(app.embed(id, ['Hi']).pipe(toArray()));
    await expect(embedding).rejects.toMatchObject(refusal);
    expect(app.upstream.requests).toEqual([]);
    app.upstream.script = inTurn(calls(['inside', '{}']), textScript('I do not know.'));
    const tools = { switches: [], functions: [], choice: null, parallel: null };
    expect(textOf(await app.answerTo(other, { tools }))).toBe('I do not know.');
    const toolResult = app.upstream.requests[1]?.body.messages.at(-1)?.content;
    expect(toolResult).toContain('EARSHOT_TOOLS_ALLOWED_NETWORKS');
    expect(inside.seen).toEqual([]);
    expect(await app.changeTool({ id: tool.id, project_id: other }, { enabled: false })).toMatchObject({
      enabled: false,
    });
  }, 60_000);
});

it.each(['127.0.0.1', '169.254.169.254', '[fd00::1]', 'localhost'])('a tool is not made at %s', async (host) => {
  const { id } = await app.makeProject();
  const url = `http://${host}:9000/`;
  const error = {
    code: 'address_not_allowed',
    param: 'url',
    message: expect.stringContaining('EARSHOT_TOOLS_ALLOWED_NETWORKS'),
  };
  const endpoint = { kind: 'mcp' as const, url, tool: 'x' };
  await expect(app.makeTool(id, 'x', { endpoint })).rejects.toMatchObject(error);
  const tool = await app.makeTool(id, 'x', { endpoint: { ...endpoint, url: 'https://tool.example/' } });
  await expect(app.changeTool(tool, { url })).rejects.toMatchObject(error);
});

it.each(['https://127.0.0.1/a.png', 'https://169.254.169.254/latest/meta-data', 'https://localhost/a.png'])(
  'an image at %s is not fetched, for whatever model',
  async (url) => {
    const { id } = await app.makeProject();
    await makeTrusted(id, { capabilities: ['chat', 'images'] });
    const messages = [{ role: 'user' as const, content: [{ type: 'image' as const, url }] }];
    await expect(app.answerTo(id, { messages })).rejects.toMatchObject({ ...refusal, param: 'messages' });
    expect(app.upstream.requests).toEqual([]);
  },
);
