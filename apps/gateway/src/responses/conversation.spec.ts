import { describe, expect, it } from '@jest/globals';
import { parseBody } from '@earshot/dto-common';
import { responseCreateSchema } from '@earshot/dto-inference';
import type { AppError } from '@earshot/errors';
import { type ConcreteItem, messagesOf } from './conversation.js';
import { encodeReasoning } from './reasoning-content.js';

function messagesFor(...input: object[]) {
  return messagesOf(parseBody(responseCreateSchema, { model: 'demo', input }).input as ConcreteItem[]);
}

function refusalOf(action: () => unknown): Pick<AppError, 'code' | 'param'> {
  try {
    action();
  } catch (error) {
    const { code, param } = error as AppError;
    return { code, param };
  }
  throw new Error('was not refused');
}

const call = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'call_1', output: 'sunny' };

describe('items', () => {
  it('of one turn are one message with its reasoning, text and calls', () => {
    const block = { type: 'thinking' as const, thinking: 'hm', signature: 's' };
    const encrypted_content = encodeReasoning({ text: 'hm', blocks: [block] });
    const messages = messagesFor(
      { role: 'user', content: 'Hi' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.', annotations: [] }] },
      call,
      { ...call, call_id: 'call_2', namespace: 'n' },
      output,
      { type: 'custom_tool_call', call_id: 'call_3', name: 'g', input: 'x' },
    );
    expect(messages).toEqual([
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: 'I look.',
        provider_fields: { reasoning_content: 'hm' },
        anthropic_fields: { thinking_blocks: [block] },
        tool_calls: [
          { id: 'call_1', name: 'f', arguments: '{}' },
          { id: 'call_2', name: 'n__f', arguments: '{}' },
        ],
      },
      { role: 'tool', content: 'sunny', tool_call_id: 'call_1' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'call_3', name: 'g', arguments: '{"input":"x"}' }] },
    ]);
  });

  it('with images keep their parts, others are one text', () => {
    const image_url = 'https://example.org/cat.png';
    const text = { type: 'input_text', text: 'a' };
    const result = { ...output, output: [text, { type: 'input_image', image_url, detail: 'low' }] };
    expect(messagesFor({ role: 'system', content: [text, text] }, result)).toEqual([
      { role: 'developer', content: 'aa' },
      {
        role: 'tool',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image', url: image_url, detail: 'low' },
        ],
        tool_call_id: 'call_1',
      },
    ]);
  });

  it.each<[string, object, string]>([
    ['of another kind', { type: 'web_search_call' }, 'input[0].type'],
    ['without a role', { type: 'message', content: 'x' }, 'input[0].role'],
    ['with a file', { role: 'user', content: [{ type: 'input_file', file_id: 'x' }] }, 'input[0].content[0].type'],
    ['with reasoning of another server', { type: 'reasoning', encrypted_content: 'x' }, 'input[0].encrypted_content'],
  ])('%s are rejected by their path', (_, item, param) => {
    expect(refusalOf(() => messagesFor(item))).toEqual({ code: expect.stringMatching(/_field$/), param });
  });
});

describe('a request', () => {
  const parse = (fields: object) => parseBody(responseCreateSchema, { model: 'demo', input: 'Hi', ...fields });

  it('takes all that requests nothing', () => {
    const nothing = { background: false, truncation: 'disabled', conversation: null, prompt: null, include: [] };
    expect(() => parse({ ...nothing, stream_options: { include_obfuscation: false } })).not.toThrow();
    const id = '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06';
    expect(parse({ input: null, previous_response_id: `resp_${id}` })).toMatchObject({ previous_response_id: id });
  });

  it.each<[object, string, string]>([
    [{ background: true }, 'background', 'unsupported_parameter'],
    [{ conversation: 'conv_1' }, 'conversation', 'unsupported_parameter'],
    [{ prompt: { id: 'x' } }, 'prompt', 'unsupported_parameter'],
    [{ truncation: 'auto' }, 'truncation', 'unsupported_parameter'],
    [{ max_tokens: 5 }, 'max_tokens', 'unsupported_parameter'],
    [{ max_tool_calls: 5 }, 'max_tool_calls', 'unsupported_parameter'],
    [{ input: [] }, 'input', 'missing_field'],
    [{ input: null }, 'input', 'missing_field'],
    [{ previous_response_id: 'x' }, 'previous_response_id', 'invalid_field'],
    [{ text: { format: { type: 'json_schema', name: 'a' } } }, 'text.format.schema', 'missing_field'],
    [{ tools: [{ type: 'function', name: 'a b' }] }, 'tools[0].name', 'invalid_field'],
    [{ tools: [{ type: 'function', name: 'a', parameters: 1 }] }, 'tools[0].parameters', 'invalid_field'],
    [{ tool_choice: 'maybe' }, 'tool_choice', 'invalid_field'],
    [{ metadata: { a: 1 } }, 'metadata.a', 'invalid_field'],
  ])('with %j is rejected by name', (fields, param, code) => {
    expect(refusalOf(() => parse(fields))).toEqual({ code, param });
  });
});
