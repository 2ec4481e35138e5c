import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import OpenAI from 'openai';
import { call, makeProject } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';
import { recordedWithinMs } from './support/records.js';
import { until } from './support/until.js';
import { stack } from './support/stack.js';

jest.setTimeout(60_000);

/** Every parameter that Earshot itself does not act on, with a value of the type that OpenAI documents. */
const forwarded = {
  frequency_penalty: 0.5,
  logit_bias: { '50256': -100 },
  logprobs: true,
  moderation: { model: 'omni' },
  prediction: { type: 'content', content: 'x' },
  presence_penalty: -0.5,
  prompt_cache_key: 'k',
  prompt_cache_options: { ttl: '5m' },
  prompt_cache_retention: '24h',
  reasoning_effort: 'high',
  safety_identifier: 's',
  seed: 7,
  service_tier: 'flex',
  top_logprobs: 3,
  verbosity: 'low',
  web_search_options: { search_context_size: 'low' },
};

/** Parameters that Earshot acts on, with the name and value that the provider gets for them. */
const translated = {
  max_completion_tokens: [50, { max_completion_tokens: 50 }],
  max_tokens: [50, { max_tokens: 50 }],
  n: [2, { n: 2 }],
  parallel_tool_calls: [false, {}],
  response_format: [{ type: 'json_object' }, { response_format: { type: 'json_object' } }],
  stop: ['END', { stop: ['END'] }],
  stream: [false, { stream: false }],
  stream_options: [null, {}],
  temperature: [0.3, { temperature: 0.3 }],
  tool_choice: ['none', {}],
  tools: [null, {}],
  top_p: [0.9, { top_p: 0.9 }],
  user: ['alice', {}],
  metadata: [{ a: 'b' }, {}],
  store: [true, {}],
} as const;

/** Parameters whose results an answer has no place for. */
const unsupported = {
  audio: { format: 'mp3', voice: 'alloy' },
  function_call: { name: 'f' },
  functions: [{ name: 'f', parameters: { type: 'object', properties: {} } }],
  modalities: ['text', 'audio'],
};

/** Parameters of other servers, which OpenAI does not have. */
const others = {
  top_k: 5,
  min_p: 0.1,
  repetition_penalty: 1.1,
  guided_json: { type: 'object' },
  chat_template_kwargs: {},
};

/** Names of the parameters of a chat in the types of OpenAI's client. */
function officialNames(): string[] {
  const file = path.resolve('node_modules/openai/resources/chat/completions/completions.d.ts');
  const [, fields = ''] =
    /interface ChatCompletionCreateParamsBase \{([\s\S]*?)\n\}/.exec(readFileSync(file, 'utf8')) ?? [];
  return [...fields.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name]) => name as string);
}

describe('the parameters of a chat', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;
  let client: OpenAI;
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  const demo = { kind: 'llama', model_file: 'earshot-demo.gguf' };

  const create = (model: string, parameters: object) =>
    client.chat.completions
      .create({ model: `${project.key}/${model}`, messages, ...parameters } as never)
      .withResponse();
  const errorOf = (model: string, parameters: object) =>
    create(model, parameters).then(
      () => null,
      (error: unknown) => error as InstanceType<typeof OpenAI.APIError>,
    );

  beforeAll(async () => {
    project = await makeProject();
    const baseUrl = await provider.start();
    const models = { remote: { kind: 'openai', base_url: baseUrl, model: 'm' }, embedded: demo };
    for (const [key, served] of Object.entries(models)) {
      const body = { key, name: key, provider: served, capabilities: ['chat'] };
      const added = await call('POST', `/api/v1/projects/${project.key}/models`, { body });
      if (added.status !== 201) throw new Error(JSON.stringify(added.body));
    }
    client = new OpenAI({ apiKey: project.apiKey, baseURL: `${stack().url}/api/v1`, maxRetries: 0 });
  });
  afterAll(() => provider.stop());

  it('include all parameters of the official client', () => {
    const known = [forwarded, translated, unsupported, { messages, model: '' }].flatMap((one) => Object.keys(one));
    expect(officialNames().sort()).toEqual(known.sort());
  });

  it.each(Object.entries({ ...forwarded, ...others }))('reach a model server unchanged: %s', async (name, value) => {
    const extra = name === 'top_logprobs' ? { logprobs: true } : {};
    await create('remote', { [name]: value, ...extra });
    expect(provider.requests.at(-1)).toMatchObject({ [name]: value });
  });

  it.each(Object.entries(unsupported))('are rejected by name for every model: %s', async (name, value) => {
    for (const model of ['remote', 'embedded']) {
      const error = await errorOf(model, { [name]: value, drop_params: true });
      expect([error?.status, error?.code, error?.param]).toEqual([400, 'unsupported_parameter', name]);
    }
  });

  it('are accepted where they say what holds anyway', async () => {
    await create('remote', { modalities: ['text'], functions: [], function_call: 'auto' });
    for (const name of ['modalities', 'functions', 'function_call'])
      expect(provider.requests.at(-1)).not.toHaveProperty(name);
  });

  it.each(Object.entries(translated))('have their effect: %s', async (name, [value, expected]) => {
    await create('remote', { [name]: value });
    expect(provider.requests.at(-1)).toMatchObject(expected);
  });

  /** The record of the first choice of an answer. */
  async function recordOf(answer: unknown): Promise<unknown> {
    const [choice] = (answer as { choices: { completion_id: string }[] }).choices;
    const address = `/api/v1/projects/${project.key}/interactions/${choice?.completion_id}`;
    return until(async () => {
      const { status, body } = await call('GET', address);
      return status === 200 && body;
    }, recordedWithinMs);
  }

  it('are recorded, also unknown ones', async () => {
    const parameters = { seed: 7, temperature: 0.3, guided_json: { type: 'object' } };
    const { data } = await create('remote', parameters);
    expect(await recordOf(data)).toMatchObject({ parameters });
  });

  const honoured = new Set([
    ...[
      'seed',
      'frequency_penalty',
      'presence_penalty',
      'repetition_penalty',
      'logit_bias',
      'logprobs',
      'top_logprobs',
    ],
    ...['top_k', 'min_p'],
  ]);
  const rejected = Object.entries({ ...forwarded, ...others }).filter(([name]) => !honoured.has(name));

  it.each(rejected)('are rejected by name by the embedded engine: %s', async (name, value) => {
    const error = await errorOf('embedded', { [name]: value });
    expect([error?.status, error?.code, error?.param]).toEqual([400, 'unsupported_parameter', name]);
  });

  it.each(['max_tokens', 'max_completion_tokens'])('limit the embedded engine: %s', async (name) => {
    const { data } = await create('embedded', { [name]: 2 });
    expect((data as OpenAI.ChatCompletion).choices[0]?.finish_reason).toBe('length');
    expect((data as OpenAI.ChatCompletion).usage?.completion_tokens).toBe(2);
  });

  it('are dropped with drop_params, and listed in a header and on record', async () => {
    const fields = { verbosity: 'low', seed: 7, guided_json: {}, drop_params: true, max_tokens: 4 };
    const { data, response } = await create('embedded', fields);
    expect(response.headers.get('x-earshot-dropped')?.split(', ').sort()).toEqual(['guided_json', 'verbosity']);
    const streamed = await create('embedded', { ...fields, stream: true });
    expect(streamed.response.headers.get('x-earshot-dropped')).toBe('verbosity, guided_json');
    expect(await recordOf(data)).toMatchObject({
      parameters: { seed: 7, max_tokens: 4 },
      dropped_params: ['verbosity', 'guided_json'],
    });
  });

  it('seed gives the same text for the same request of the embedded engine', async () => {
    const textOf = async (seed: number) => {
      const { data } = await create('embedded', { seed, temperature: 2, top_p: 1, max_tokens: 30 });
      return (data as OpenAI.ChatCompletion).choices[0]?.message.content;
    };
    const texts = await Promise.all([1, 2, 3, 4, 5, 6].map(textOf));
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(textOf))).toEqual(texts);
    expect(new Set(texts).size).toBeGreaterThan(1);
  });

  it('logprobs has an entry for each token of the embedded engine, whole and streamed', async () => {
    const fields = { logprobs: true, top_logprobs: 2, max_tokens: 8, temperature: 0 };
    const whole = (await create('embedded', fields)).data as OpenAI.ChatCompletion;
    const [choice] = whole.choices;
    const tokens = choice?.logprobs?.content?.map(({ token }) => token).join('');
    expect(tokens).toBe(choice?.message.content);
    expect(choice?.logprobs?.content?.[0]?.top_logprobs).toHaveLength(2);
    const stream = (await create('embedded', { ...fields, stream: true }))
      .data as unknown as AsyncIterable<OpenAI.ChatCompletionChunk>;
    let streamed = '';
    for await (const chunk of stream)
      streamed += (chunk.choices[0]?.logprobs?.content ?? []).map(({ token }) => token).join('');
    expect(streamed).toBe(tokens);
  });

  it.each<[string, object, string | null]>([
    ['a penalty out of range', { frequency_penalty: 3 }, 'frequency_penalty'],
    ['a seed that is a text', { seed: 'x' }, 'seed'],
    ['a bias for a word', { logit_bias: { hello: 1 } }, 'logit_bias.hello'],
    ['more alternatives than there are', { logprobs: true, top_logprobs: 21 }, 'top_logprobs'],
    ['too many unknown names', Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`x${n}`, 1])), null],
    ['too much in unknown names', { x: 'x'.repeat(66_000) }, null],
    ['a long name', { ['x'.repeat(65)]: 1 }, null],
  ])('are rejected with %s', async (_, parameters, param) => {
    for (const model of ['remote', 'embedded']) {
      const error = await errorOf(model, parameters);
      expect([error?.status, error?.param ?? null]).toEqual([400, param]);
    }
  });
});
