import { describe, expect, it } from '@jest/globals';
import { parseBody } from '@earshot/dto-common';
import { anthropicInputSchema } from '@earshot/dto-inference';
import type { AppError } from '@earshot/errors';
import { toChat } from './messages.mapper.js';

const good = { model: 'demo', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] };
const mapped = (fields: object, betas: string[] = []) =>
  toChat(parseBody(anthropicInputSchema, { ...good, ...fields }), betas);
const messagesFor = (...messages: object[]) => mapped({ messages }).chat.messages;
const cache_control = { type: 'ephemeral' };

function refusalOf(fields: object): Pick<AppError, 'code' | 'param'> {
  try {
    mapped(fields);
  } catch (error) {
    const { code, param } = error as AppError;
    return { code, param };
  }
  throw new Error('was not refused');
}

describe('messages', () => {
  it('have the system prompt first, and results of calls before the text of their turn', () => {
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Wea' },
          { type: 'text', text: 'ther?' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 's' },
          { type: 'redacted_thinking', data: 'x' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'c1', name: 'f', input: { city: 'Rome' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And?' },
          { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'sunny' }], is_error: true },
        ],
      },
      { role: 'system', content: 'Be quick.' },
    ];
    const system = [{ type: 'text', text: 'Be brief.', cache_control }];
    expect(mapped({ system, messages }).chat.messages).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'Be brief.', anthropic_fields: { cache_control } }] },
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: 'c1', name: 'f', arguments: '{"city":"Rome"}' }],
        provider_fields: { reasoning_content: 'hm' },
        anthropic_fields: {
          thinking_blocks: [
            { type: 'thinking', thinking: 'hm', signature: 's' },
            { type: 'redacted_thinking', data: 'x' },
          ],
        },
      },
      { role: 'tool', content: 'sunny', tool_call_id: 'c1', anthropic_fields: { is_error: true } },
      { role: 'user', content: 'And?' },
      { role: 'developer', content: 'Be quick.' },
    ]);
  });

  it('have images as addresses, and reasoning without a signature as text alone', () => {
    const data = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUg==' };
    const url = 'https://example.org/a.png';
    expect(
      messagesFor(
        {
          role: 'user',
          content: [
            { type: 'image', source: data },
            { type: 'image', source: { type: 'url', url } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: '' },
            { type: 'text', text: 'A' },
          ],
        },
      ),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', url: `data:image/png;base64,${data.data}` },
          { type: 'image', url },
        ],
      },
      { role: 'assistant', content: 'A', provider_fields: { reasoning_content: 'hm' } },
    ]);
  });

  const block = (one: object) => ({ messages: [{ role: 'user', content: [one] }] });
  it.each<[string, object, string]>([
    ['another kind of block', block({ type: 'document', source: {} }), 'messages[0].content[0].type'],
    ['a text without text', block({ type: 'text' }), 'messages[0].content[0].text'],
    [
      'an image without data',
      block({ type: 'image', source: { type: 'base64' } }),
      'messages[0].content[0].source.media_type',
    ],
    [
      'an image that is none',
      block({ type: 'image', source: { type: 'url', url: 'x' } }),
      'messages[0].content[0].source',
    ],
    ['a result without its call', block({ type: 'tool_result' }), 'messages[0].content[0].tool_use_id'],
    ['another role', { messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].role'],
    ['no messages', { messages: [] }, 'messages'],
    ['no limit', { max_tokens: undefined }, 'max_tokens'],
    ['a limit of nothing', { max_tokens: 0 }, 'max_tokens'],
    ['a tool without a schema', { tools: [{ name: 'f' }] }, 'tools[0].input_schema'],
    ['a tool of another kind', { tools: [{ type: 'magic', name: 'f' }] }, 'tools[0].type'],
    ['another choice', { tool_choice: { type: 'maybe' } }, 'tool_choice.type'],
    ['a user that is a number', { metadata: { user_id: 1 } }, 'metadata.user_id'],
  ])('are rejected with %s, by its path', (_, fields, param) => {
    expect(refusalOf(fields)).toEqual({ code: expect.stringMatching(/_field$/), param });
  });
});

describe('parameters', () => {
  it('are those of a chat, or for servers of the interface', () => {
    const thinking = { type: 'adaptive' };
    const format = { type: 'json_schema', schema: { type: 'object' } };
    const fields = { thinking, output_config: { effort: 'high', format }, top_k: 3, stop_sequences: ['x'] };
    const { chat, anthropicFields } = mapped({ ...fields, metadata: { user_id: 'bob' }, context_management: {} }, [
      'b1',
    ]);
    expect(chat).toMatchObject({ max_tokens: 5, top_k: 3, stop: ['x'], user: 'bob', drop_params: true });
    expect(chat.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'answer', schema: format.schema },
    });
    const options = { thinking, output_config: { effort: 'high' }, context_management: {}, betas: ['b1'] };
    expect(anthropicFields).toEqual(options);
  });

  it('of tools keep their fields; those of servers are dropped, or rejected with `drop_params: false`', () => {
    const input_schema = { type: 'object' };
    const tools = [
      { name: 'f', input_schema, cache_control },
      { type: 'web_search_20250305', name: 'web_search' },
    ];
    const { chat, dropped } = mapped({ tools, tool_choice: { type: 'any', disable_parallel_tool_use: true } });
    expect(dropped).toEqual(['tools[1]']);
    expect(chat).toMatchObject({ tool_choice: 'required', parallel_tool_calls: false });
    const described = { name: 'f', parameters: input_schema };
    expect(chat.tools).toEqual([{ type: 'function', function: described, anthropic_fields: { cache_control } }]);
    expect(refusalOf({ tools, drop_params: false })).toEqual({ code: 'unsupported_parameter', param: 'tools[1]' });
  });
});
