import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ThinkingBlock } from '@earshot/contracts-inference';
import { collect } from '../../../test/providers/collect.js';
import { HttpSetup, KEY, request } from '../../../test/providers/http-setup.js';
import { json, type ScriptedServer } from '../../../test/providers/scripted-server.js';
import type { ProviderChatRequest } from '../model-provider.js';
import { anthropicProtocol } from './anthropic-kind.js';

let setup: HttpSetup;
let server: ScriptedServer;

beforeEach(async () => {
  setup = new HttpSetup(anthropicProtocol);
  server = setup.server;
  await server.start();
  server.script = json(200, { content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' });
});

afterEach(() => setup.stop());

async function bodyOf(fields: Partial<ProviderChatRequest>): Promise<Record<string, unknown>> {
  await collect(setup.chat({ stream: false, ...fields }));
  return server.seen.at(-1)?.body as Record<string, unknown>;
}

it('names its version and key, and the features that the caller enables', async () => {
  await bodyOf({ parameters: { betas: ['context-management-2025-06-27', 'a b'] } });
  expect(server.seen[0]).toMatchObject({
    path: '/v1/messages',
    headers: {
      'x-api-key': KEY,
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'context-management-2025-06-27',
    },
  });
  expect(server.seen[0]?.headers).not.toHaveProperty('authorization');
});

it('has the system messages before all others as its system prompt', async () => {
  const body = await bodyOf({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: 'Be kind.', anthropic_fields: { cache_control: { type: 'ephemeral' } } },
      { role: 'user', content: 'Hi' },
      { role: 'system', content: 'Be quick.' },
    ],
  });
  expect(body).toMatchObject({
    model: 'm',
    max_tokens: 8_192,
    system: [
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } },
    ],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'text', text: 'Be quick.' },
        ],
      },
    ],
  });
});

it('has images, calls, results and signed thinking as blocks', async () => {
  const block: ThinkingBlock = { type: 'thinking', thinking: 'hm', signature: 's' };
  const unsigned = { type: 'thinking', thinking: 'no', signature: '' };
  const body = await bodyOf({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', url: 'data:image/png;base64,AAAA' },
          { type: 'image', url: 'https://example.org/a.png' },
          { type: 'text', text: '', provider_fields: { citations: { enabled: true } } },
          { type: 'text', text: 'What?', provider_fields: { citations: { enabled: true }, other: 1 } },
        ],
      },
      {
        role: 'assistant',
        content: '',
        provider_fields: { reasoning_content: 'hm' },
        anthropic_fields: { thinking_blocks: [block, unsigned] },
        tool_calls: [
          { id: 'c1', name: 'f', arguments: '{"a":1}' },
          { id: 'c2', name: 'g', arguments: '' },
          { id: 'c3', name: 'g', arguments: 'not JSON' },
        ],
      },
      { role: 'tool', content: 'sunny', tool_call_id: 'c1' },
      { role: 'tool', content: 'bad', tool_call_id: 'c2', anthropic_fields: { is_error: true } },
      { role: 'user', content: 'And?' },
    ],
  });
  expect(body['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
        { type: 'text', text: 'What?', citations: { enabled: true } },
      ],
    },
    {
      role: 'assistant',
      content: [
        block,
        { type: 'tool_use', id: 'c1', name: 'f', input: { a: 1 } },
        { type: 'tool_use', id: 'c2', name: 'g', input: {} },
        { type: 'tool_use', id: 'c3', name: 'g', input: { arguments: 'not JSON' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: 'sunny' },
        { type: 'tool_result', tool_use_id: 'c2', content: 'bad', is_error: true },
        { type: 'text', text: 'And?' },
      ],
    },
  ]);
});

describe('parameters', () => {
  it('have the names of the interface', async () => {
    const parameters = { max_tokens: 5, temperature: 0.5, top_p: 0.9, stop: ['x'], top_k: 3, service_tier: 'auto' };
    expect(await bodyOf({ parameters, user: 'u' })).toMatchObject({
      ...{ max_tokens: 5, temperature: 0.5, top_p: 0.9, stop_sequences: ['x'], top_k: 3, service_tier: 'auto' },
      metadata: { user_id: 'u' },
    });
  });

  it.each<[ProviderChatRequest['parameters'], object]>([
    [{ reasoning_effort: 'none' }, { thinking: { type: 'disabled' } }],
    [{ reasoning_effort: 'minimal' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
    [
      { reasoning_effort: 'high', thinking: { type: 'enabled', budget_tokens: 1_024 } },
      { thinking: { type: 'enabled', budget_tokens: 1_024 }, output_config: { effort: 'high' } },
    ],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } } },
      { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
    ],
  ])('of reasoning and format: %j', async (parameters, expected) => {
    expect(await bodyOf({ parameters })).toMatchObject(expected);
  });

  it('reject JSON without a schema, which the interface does not have', async () => {
    const parameters: ProviderChatRequest['parameters'] = { response_format: { type: 'json_object' } };
    const rejected = { code: 'unsupported_parameter', param: 'response_format' };
    await expect(bodyOf({ parameters })).rejects.toMatchObject(rejected);
  });
});

describe('functions', () => {
  const functions = [{ name: 'f', description: 'F', anthropic_fields: { cache_control: { type: 'ephemeral' } } }];

  it('have a schema of their input and the fields of the interface', async () => {
    const body = await bodyOf({ tools: { functions } });
    const input_schema = { type: 'object', properties: {} };
    expect(body['tools']).toEqual([
      { name: 'f', description: 'F', input_schema, cache_control: { type: 'ephemeral' } },
    ]);
    expect(body).not.toHaveProperty('tool_choice');
  });

  it.each<[Partial<NonNullable<ProviderChatRequest['tools']>>, object]>([
    [{ choice: 'auto' }, { type: 'auto' }],
    [
      { choice: 'required', parallel: false },
      { type: 'any', disable_parallel_tool_use: true },
    ],
    [{ choice: { name: 'f' } }, { type: 'tool', name: 'f' }],
    [{ choice: 'none', parallel: false }, { type: 'none' }],
    [{ parallel: false }, { type: 'auto', disable_parallel_tool_use: true }],
  ])('are chosen: %j', async (choice, tool_choice) => {
    expect((await bodyOf({ tools: { functions, ...choice } }))['tool_choice']).toEqual(tool_choice);
  });
});

it('counts the tokens of a prompt without generating', async () => {
  server.script = json(200, { input_tokens: 42 });
  const { signal } = new AbortController();
  expect(await setup.provider.countPrompt(setup.target, request({ parameters: { max_tokens: 5 } }), signal)).toBe(42);
  expect(server.seen[0]).toMatchObject({ path: '/v1/messages/count_tokens', body: { model: 'm' } });
  expect(server.seen[0]?.body).not.toHaveProperty('max_tokens');
  server.script = json(200, { input_tokens: 'many' });
  const failed = setup.provider.countPrompt(setup.target, request(), signal);
  await expect(failed).rejects.toMatchObject({ code: 'provider_failed' });
});
