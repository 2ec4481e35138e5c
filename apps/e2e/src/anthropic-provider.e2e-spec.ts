import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import OpenAI from 'openai';
import { AnthropicUpstream, type ScriptedBlock } from './support/anthropic-upstream.js';
import { call, makeProject } from './support/api.js';
import { recordedWithinMs } from './support/records.js';
import { stack } from './support/stack.js';
import { until } from './support/until.js';

jest.setTimeout(120_000);

const thinking: ScriptedBlock = { type: 'thinking', thinking: 'Hm.', signature: 'sig' };
const redacted: ScriptedBlock = { type: 'redacted_thinking', data: 'xyz' };
const text: ScriptedBlock = { type: 'text', text: 'Hello there.' };
const use: ScriptedBlock = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Rome' } };
const parameters = { type: 'object' as const, properties: { city: { type: 'string' } } };

describe('a model of a provider of kind anthropic', () => {
  const upstream = new AnthropicUpstream();
  let project: Awaited<ReturnType<typeof makeProject>>;
  let openai: OpenAI;
  let anthropic: Anthropic;
  let model: string;

  beforeAll(async () => {
    project = await makeProject(['inference', 'read', 'manage']);
    const provider = { kind: 'anthropic', base_url: await upstream.start(), model: 'claude-x', api_key: 'sk-ant-1' };
    const made = await call('POST', `/api/v1/projects/${project.key}/models`, { body: { key: 'claude', provider } });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ capabilities: ['chat', 'tools', 'images'], provider: { kind: 'anthropic' } });
    model = `${project.key}/claude`;
    openai = new OpenAI({ apiKey: project.apiKey, baseURL: `${stack().url}/openai/v1`, maxRetries: 0 });
    anthropic = new Anthropic({ apiKey: project.apiKey, baseURL: `${stack().url}/anthropic`, maxRetries: 0 });
  });
  afterAll(() => upstream.stop());

  const lastTurn = () => (upstream.requests.at(-1)?.body['messages'] as unknown[]).slice(1);
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  const loop = [
    { role: 'assistant', content: [thinking, redacted, use] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'sunny' }] },
  ];

  it('answers chats, with its usage and the details of caches on record', async () => {
    const usage = { cache_read_input_tokens: 5, cache_creation_input_tokens: 1 };
    upstream.script = { content: [thinking, text], usage };
    const answer = await openai.chat.completions.create({
      model,
      messages: [{ role: 'system', content: 'Be brief.' }, ...messages],
      reasoning_effort: 'high',
      max_completion_tokens: 100,
    });
    expect(answer.choices[0]?.message).toMatchObject({ content: 'Hello there.', reasoning_content: 'Hm.' });
    expect(answer.usage).toMatchObject({ prompt_tokens: 13, prompt_tokens_details: { cached_tokens: 5 } });
    expect(upstream.requests.at(-1)).toMatchObject({
      headers: { 'x-api-key': 'sk-ant-1', 'anthropic-version': '2023-06-01' },
      body: { model: 'claude-x', max_tokens: 100, output_config: { effort: 'high' }, thinking: { type: 'adaptive' } },
    });
    const record = await until(async () => {
      const { status, body } = await call('GET', `/api/v1/projects/${project.key}/interactions/${answer.id}`);
      return status === 200 && body;
    }, recordedWithinMs);
    expect(record).toMatchObject({ reasoning: 'Hm.', usage: { prompt_tokens_details: { cached_tokens: 5 } } });
  });

  it.each(['chat completions', 'streamed chat completions', 'responses', 'stored responses', 'messages'])(
    'gets its thinking back unchanged in a loop of tools: %s',
    async (kind) => {
      upstream.script = { content: [thinking, redacted, use], stopReason: 'tool_use' };
      await loops[kind]?.();
      expect(lastTurn()).toEqual(loop);
    },
  );

  const loops: Record<string, () => Promise<unknown>> = {
    'chat completions': async () => {
      const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }];
      const first = await openai.chat.completions.create({ model, messages, tools });
      const { message } = first.choices[0] as (typeof first.choices)[number];
      upstream.script = { content: [text] };
      const result = { role: 'tool' as const, tool_call_id: 'toolu_1', content: 'sunny' };
      await openai.chat.completions.create({ model, messages: [...messages, message, result], tools });
    },
    'streamed chat completions': async () => {
      const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }];
      const stream = await openai.chat.completions.create({ model, messages, tools, stream: true });
      const blocks: unknown[] = [];
      for await (const { choices } of stream)
        blocks.push(...((choices[0]?.delta as { thinking_blocks?: unknown[] } | undefined)?.thinking_blocks ?? []));
      upstream.script = { content: [text] };
      const made = {
        id: 'toolu_1',
        type: 'function' as const,
        function: { name: 'weather', arguments: '{"city":"Rome"}' },
      };
      const message = { role: 'assistant' as const, content: null, tool_calls: [made], thinking_blocks: blocks };
      const result = { role: 'tool' as const, tool_call_id: 'toolu_1', content: 'sunny' };
      await openai.chat.completions.create({ model, messages: [...messages, message, result], tools });
    },
    responses: async () => {
      const tools = [{ type: 'function' as const, name: 'weather', parameters, strict: null }];
      const include = ['reasoning.encrypted_content' as const];
      const first = await openai.responses.create({ model, input: 'Hello', tools, include, store: false });
      upstream.script = { content: [text] };
      const result = { type: 'function_call_output' as const, call_id: 'toolu_1', output: 'sunny' };
      const input = [...messages, ...first.output, result] as OpenAI.Responses.ResponseInput;
      await openai.responses.create({ model, input, tools, include, store: false });
    },
    'stored responses': async () => {
      const tools = [{ type: 'function' as const, name: 'weather', parameters, strict: null }];
      const first = await openai.responses.create({ model, input: 'Hello', tools });
      upstream.script = { content: [text] };
      const input = [{ type: 'function_call_output' as const, call_id: 'toolu_1', output: 'sunny' }];
      await openai.responses.create({ model, input, previous_response_id: first.id, tools });
    },
    messages: async () => {
      const request = { model, max_tokens: 100, tools: [{ name: 'weather', input_schema: parameters }] };
      const first = await anthropic.messages.stream({ ...request, messages }).finalMessage();
      upstream.script = { content: [text] };
      const result = { type: 'tool_result' as const, tool_use_id: 'toolu_1', content: 'sunny' };
      const turns = [...messages, { role: 'assistant' as const, content: first.content }];
      await anthropic.messages.create({ ...request, messages: [...turns, { role: 'user', content: [result] }] });
    },
  };

  it('gets parameters of its own dialect as they are, and counts tokens', async () => {
    upstream.script = { content: [text] };
    const own = {
      thinking: { type: 'enabled', budget_tokens: 1_024 },
      context_management: { edits: [] },
      speed: 'fast',
    };
    const { response } = await anthropic.messages
      .create({ model, max_tokens: 2_048, messages, ...own } as Anthropic.MessageCreateParamsNonStreaming, {
        headers: { 'anthropic-beta': 'context-management-2025-06-27' },
      })
      .withResponse();
    expect(response.headers.get('x-earshot-dropped')).toBeNull();
    expect(upstream.requests.at(-1)).toMatchObject({
      headers: { 'anthropic-beta': 'context-management-2025-06-27' },
      body: { max_tokens: 2_048, ...own },
    });
    expect(await anthropic.messages.countTokens({ model, messages })).toEqual({ input_tokens: 42 });
  });

  it('refuses parameters that it does not honour, by name', async () => {
    const refused = openai.chat.completions.create({ model, messages, seed: 1 });
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'unsupported_parameter', param: 'seed' });
  });

  it.each([
    [429, 'rate_limit_error', 503, 'overloaded_error'],
    [529, 'overloaded_error', 503, 'overloaded_error'],
    [400, 'invalid_request_error', 400, 'invalid_request_error'],
  ])('passes its errors on: %i %s', async (status, type, answered, shown) => {
    upstream.script = { content: [], refuse: { status, type, message: 'no', headers: { 'retry-after': '61' } } };
    const failed = anthropic.messages.create({ model, max_tokens: 5, messages });
    await expect(failed).rejects.toMatchObject({ status: answered, error: { error: { type: shown } } });
  });
});
