import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { call, makeProject } from './support/api.js';
import { ScriptedProvider, vectorOf } from './support/provider.js';
import { stack } from './support/stack.js';

interface Embeddings {
  object: string;
  model: string;
  data: { object: string; index: number; embedding: number[] | string }[];
  usage: object;
}

const provider = new ScriptedProvider();
let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  const base_url = await provider.start();
  project = await makeProject();
  const makeModel = async (key: string, capabilities: string[]) => {
    const body = { key, provider: { kind: 'openai', base_url, model: 'upstream-model' }, capabilities };
    const created = await call('POST', `/api/v1/projects/${project.key}/models`, { key: project.apiKey, body });
    expect(created.status).toBe(201);
  };
  await makeModel('talks', ['chat']);
  await makeModel('vectors', ['embeddings']);
  const external = { key: 'elsewhere', provider: { kind: 'external' } };
  await call('POST', `/api/v1/projects/${project.key}/models`, { key: project.apiKey, body: external });
});

afterEach(() => {
  provider.script = { words: [] };
});

afterAll(() => provider.stop());

async function embed(body: object) {
  const whole = { model: project.key, input: 'Hi', ...body };
  const answer = await call('POST', '/api/v1/embeddings', { key: project.apiKey, body: whole });
  return { ...answer, embeddings: answer.body as unknown as Embeddings };
}

describe('embeddings by a remote provider', () => {
  it('of one text have the model that can embed, a vector and usage', async () => {
    const { status, embeddings } = await embed({
      user: 'somebody',
      session_id: '0197a000-0000-7000-8000-000000000004',
    });
    expect(status).toBe(200);
    expect(embeddings).toEqual({
      object: 'list',
      model: `${project.key}/vectors`,
      data: [{ object: 'embedding', index: 0, embedding: [...vectorOf('Hi', 8)] }],
      usage: { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 },
    });
  });

  it('of token ids are those of its ids', async () => {
    const { status, embeddings } = await embed({ input: [1, 2, 3] });
    expect([status, embeddings.data[0]?.embedding]).toEqual([200, [...vectorOf('1,2,3', 8)]]);
    expect(provider.requests.at(-1)).toMatchObject({ input: [[1, 2, 3]] });
    const lists = await embed({ input: [[1, 2], [3]] });
    expect(lists.embeddings.data).toHaveLength(2);
  });

  it('have every further parameter of the caller, such as those of other servers', async () => {
    const further = { input_type: 'query', truncate_prompt_tokens: 5 };
    expect((await embed({ ...further, nothing: null })).status).toBe(200);
    expect(provider.requests.at(-1)).toMatchObject(further);
    expect(provider.requests.at(-1)).not.toHaveProperty('nothing');
  });

  it.each(['base64', 'Base64'])('come as exact float32 in %s', async (encoding_format) => {
    const { embeddings } = await embed({ input: ['a', 'b'], encoding_format });
    expect(embeddings.data.map(({ embedding }) => embedding)).toEqual(
      ['a', 'b'].map((text) => Buffer.from(vectorOf(text, 8).buffer).toString('base64')),
    );
  });

  it.each(['float', 'Float'])('come in decimals as %s', async (encoding_format) => {
    const { embeddings } = await embed({ encoding_format });
    expect(embeddings.data[0]?.embedding).toEqual([...vectorOf('Hi', 8)]);
  });

  it('are the same from a provider that returns only decimals', async () => {
    provider.script = { words: [], decimals: true };
    const { embeddings } = await embed({});
    expect(embeddings.data[0]?.embedding).toEqual([...vectorOf('Hi', 8)]);
  });

  it('have the requested dimensions, or are rejected', async () => {
    const { embeddings } = await embed({ dimensions: 5 });
    expect(embeddings.data[0]?.embedding).toEqual([...vectorOf('Hi', 5)]);
    provider.script = { words: [], dimensions: 8 };
    const { status, body } = await embed({ dimensions: 5 });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'dimensions_not_supported', param: 'dimensions' });
  });

  it('of 2,048 texts are returned in order to the official client, in its default base64', async () => {
    const client = new OpenAI({ apiKey: project.apiKey, baseURL: `${stack().url}/api/v1`, maxRetries: 0 });
    const input = Array.from({ length: 2_048 }, (_, index) => `text ${index}`);
    const before = provider.requests.length;
    const { data, usage } = await client.embeddings.create({ model: project.key, input, dimensions: 1_536 });
    expect(provider.requests.slice(before).every((body) => body['encoding_format'] === 'base64')).toBe(true);
    expect(data.map(({ index }) => index)).toEqual(input.map((_, index) => index));
    const same = data.every(({ embedding }, index) => {
      const vector = vectorOf(input[index] as string, 1_536);
      return embedding.length === vector.length && embedding.every((number, at) => number === vector[at]);
    });
    expect(same).toBe(true);
    expect(usage).toEqual({ prompt_tokens: 2_048, completion_tokens: 0, total_tokens: 2_048 });
  }, 60_000);

  it.each([
    ['an empty text', { input: '' }, 'input', 'invalid_field'],
    ['an empty list', { input: [] }, 'input', 'invalid_field'],
    ['an empty text in a list', { input: ['a', ''] }, 'input[1]', 'invalid_field'],
    ['2,049 texts', { input: Array(2_049).fill('x') }, 'input', 'invalid_field'],
    ['texts among token ids', { input: ['a', [1]] }, 'input', 'invalid_field'],
    ['no input', { input: undefined }, 'input', 'missing_field'],
    ['no model', { model: undefined }, 'model', 'missing_field'],
    ['another format', { encoding_format: 'int8' }, 'encoding_format', 'invalid_field'],
    ['no dimensions', { dimensions: 0 }, 'dimensions', 'invalid_field'],
    ['dimensions beyond int32', { dimensions: 2 ** 31 }, 'dimensions', 'invalid_field'],
    ['a user that is no text', { user: 1 }, 'user', 'invalid_field'],
    ['a session that is no uuid', { session_id: 'x' }, 'session_id', 'invalid_field'],
    ['a text too long for a record', { input: ['a', 'x'.repeat(1_100_000)] }, 'input[1]', 'record_too_large'],
  ])('are rejected for %s', async (_, bad, param, code) => {
    const { status, body } = await embed(bad);
    expect({ status, param: body.error?.param, code: body.error?.code }).toEqual({ status: 400, param, code });
  });

  it.each(['talks', 'elsewhere'])('are rejected by the model %s, which cannot embed', async (model) => {
    const { status, body } = await embed({ model: `${project.key}/${model}` });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'model_not_capable', param: 'model' });
  });

  it('of a missing model are a 404', async () => {
    const { status, body } = await embed({ model: `${project.key}/nope` });
    expect(status).toBe(404);
    expect(body.error?.code).toBe('model_not_found');
  });

  it.each([
    [400, 400, 'provider_rejected'],
    [401, 502, 'provider_failed'],
    [429, 503, 'provider_rate_limited'],
  ])('map a provider status %i to %i', async (providerStatus, ours, code) => {
    provider.script = { words: [], refuse: { status: providerStatus, body: { error: { message: 'No.' } } } };
    const { status, body } = await embed({});
    expect({ status, code: body.error?.code }).toEqual({ status: ours, code });
  });
});

it('the embedded engine refuses a further parameter by name, or lists in a header that it was dropped', async () => {
  const body = { model: 'demo', input: 'Hi', input_type: 'query' };
  const refused = await call('POST', '/api/v1/embeddings', { key: stack().demoKey, body });
  expect([refused.status, refused.body.error?.code]).toEqual([400, 'unsupported_parameter']);
  expect(refused.body.error?.param).toBe('input_type');
  const dropping = { key: stack().demoKey, body: { ...body, drop_params: true } };
  const dropped = await call('POST', '/api/v1/embeddings', dropping);
  expect([dropped.status, dropped.headers.get('x-earshot-dropped')]).toEqual([200, 'input_type']);
});

it('the demo model provides embeddings after installation', async () => {
  const { status, body } = await call('POST', '/api/v1/embeddings', {
    key: stack().demoKey,
    body: { model: 'demo', input: ['Rivers listen', 'seven lamps'] },
  });
  expect(status).toBe(200);
  const [one, other] = (body as unknown as Embeddings).data.map(({ embedding }) => embedding);
  expect(one).toHaveLength(other?.length ?? 0);
  expect(one).not.toEqual(other);
});
