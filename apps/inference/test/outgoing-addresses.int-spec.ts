import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EncodedProvider, Model } from '@earshot/contracts-inference';
import { lastValueFrom, toArray } from 'rxjs';
import { calls, inTurn, textScript } from './openai-double.js';
import { ToolDouble } from './tool-double.js';
import { textOf, World } from './world.js';

let world: World;
let inside: ToolDouble;

beforeAll(async () => {
  inside = await ToolDouble.listen();
  world = await World.begin({ EARSHOT_PROVIDERS_ALLOWED_NETWORKS: '', EARSHOT_TOOLS_ALLOWED_NETWORKS: '' });
}, 60_000);

afterAll(async () => {
  await world.end();
  await inside.close();
}, 60_000);

beforeEach(() => {
  world.upstream.script = textScript('Hello');
  world.upstream.requests.length = 0;
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
  world.makeModel(projectId, 'm', { provider: openai(world.upstream.baseUrl, true), ...changes });

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
      const { id } = await world.makeProject();
      const making = world.makeModel(id, 'm', { provider: openai(`http://${host}:9000/v1`) });
      await expect(making).rejects.toMatchObject({ ...refusal, param: 'provider.base_url' });
      expect(await world.modelsOf(id)).toEqual([]);
    },
  );

  it('is created and called at an address of this machine that an installation key set', async () => {
    const { id } = await world.makeProject();
    await makeTrusted(id);
    expect(textOf(await world.answerTo(id))).toBe('Hello');
  });

  it('stays trusted while its address stays, and permanently loses that with its address', async () => {
    const { id } = await world.makeProject();
    const model = await makeTrusted(id);
    const named = await world.changeModel(model, { provider: { ...openai(world.upstream.baseUrl), model: 'other' } });
    expect(named.provider).toEqual({ ...openai(world.upstream.baseUrl, true), model: 'other' });
    expect(textOf(await world.answerTo(id))).toBe('Hello');
    const elsewhere = openai('http://127.0.0.1:9000/v1');
    await expect(world.changeModel(model, { provider: elsewhere })).rejects.toMatchObject(refusal);
    const moved = await world.changeModel(model, { provider: openai('https://models.example/v1') });
    expect(moved.provider).toEqual(openai('https://models.example/v1'));
    const back = openai(world.upstream.baseUrl);
    await expect(world.changeModel(model, { provider: back })).rejects.toMatchObject(refusal);
  });
});

describe('an address that was not checked when it was stored, or is not allowed any more,', () => {
  it('is rejected when it is called, without a connection', async () => {
    const { id } = await world.makeProject();
    const capabilities = ['chat' as const, 'tools' as const, 'images' as const, 'embeddings' as const];
    const model = await makeTrusted(id, { capabilities });
    const { id: other } = await world.makeProject();
    await makeTrusted(other, { capabilities });
    const tool = await world.makeTool(other, 'inside', {
      endpoint: { kind: 'http', url: 'http://a.example/', method: 'GET' },
    });
    await world.stopService();
    await world.database.query(
      `update inference.models set provider = provider - 'base_url_trusted' where id = '${model.id}'`,
    );
    await world.database.query(
      `update inference.tools set endpoint = jsonb_set(endpoint, '{url}', '"${inside.url}"') where id = '${tool.id}'`,
    );
    await world.startService();
    for (const stream of [true, false]) await expect(world.answerTo(id, { stream })).rejects.toMatchObject(refusal);
    const embedding = lastValueFrom(world.embed(id, ['Hi']).pipe(toArray()));
    await expect(embedding).rejects.toMatchObject(refusal);
    expect(world.upstream.requests).toEqual([]);
    world.upstream.script = inTurn(calls(['inside', '{}']), textScript('I do not know.'));
    const tools = { switches: [], functions: [], choice: null, parallel: null };
    expect(textOf(await world.answerTo(other, { tools }))).toBe('I do not know.');
    const toolResult = world.upstream.requests[1]?.body.messages.at(-1)?.content;
    expect(toolResult).toContain('EARSHOT_TOOLS_ALLOWED_NETWORKS');
    expect(inside.seen).toEqual([]);
    expect(await world.changeTool({ id: tool.id, project_id: other }, { enabled: false })).toMatchObject({
      enabled: false,
    });
  }, 60_000);
});

it.each(['127.0.0.1', '169.254.169.254', '[fd00::1]', 'localhost'])('a tool is not made at %s', async (host) => {
  const { id } = await world.makeProject();
  const url = `http://${host}:9000/`;
  const error = {
    code: 'address_not_allowed',
    param: 'url',
    message: expect.stringContaining('EARSHOT_TOOLS_ALLOWED_NETWORKS'),
  };
  const endpoint = { kind: 'mcp' as const, url, tool: 'x' };
  await expect(world.makeTool(id, 'x', { endpoint })).rejects.toMatchObject(error);
  const tool = await world.makeTool(id, 'x', { endpoint: { ...endpoint, url: 'https://tool.example/' } });
  await expect(world.changeTool(tool, { url })).rejects.toMatchObject(error);
});

it.each(['https://127.0.0.1/a.png', 'https://169.254.169.254/latest/meta-data', 'https://localhost/a.png'])(
  'an image at %s is not fetched, for whatever model',
  async (url) => {
    const { id } = await world.makeProject();
    await makeTrusted(id, { capabilities: ['chat', 'images'] });
    const messages = [{ role: 'user' as const, content: [{ type: 'image' as const, url }] }];
    await expect(world.answerTo(id, { messages })).rejects.toMatchObject({ ...refusal, param: 'messages' });
    expect(world.upstream.requests).toEqual([]);
  },
);
