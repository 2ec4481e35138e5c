import { describe, expect, it } from '@jest/globals';
import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import { parseBody } from '@earshot/dto-common';
import { responseCreateSchema, responseSchema } from '@earshot/dto-inference';
import { collected } from '../chat-completions/whole-answer.js';
import { responseFormat } from './response-format.js';
import { ToolNames } from './tool-names.js';

const id = '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06';
const request = { completion_ids: [id], received_at_ms: 1_769_860_800_123 } as ChatRequest;
const usage = { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16, prompt_tokens_details: { cached_tokens: 3 } };
type Piece = Omit<ChatChunk['choices'][number], 'index'>;
type Event = { type: string; sequence_number: number } & Record<string, unknown>;

function formatFor(fields: object) {
  const input = parseBody(responseCreateSchema, { model: 'demo', input: 'Hi', ...fields });
  return responseFormat(input, new ToolNames(input));
}

function chunksOf(...pieces: Piece[]): ChatChunk[] {
  const chunks: ChatChunk[] = pieces.map((piece) => ({ choices: [{ index: 0, ...piece }] }));
  return [{ model: 'demo/m', choices: [] }, ...chunks, { choices: [], usage }];
}

function eventsOf(fields: object, ...pieces: Piece[]): Event[] {
  const events = formatFor(fields).events(request, { includeUsage: false });
  return parsed(
    chunksOf(...pieces)
      .map((chunk) => events.of([chunk]))
      .join('') + events.end(),
  );
}

function parsed(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const [, type, data] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
      const value = JSON.parse(data as string) as Event;
      expect(value.type).toBe(type);
      return value;
    });
}

const tools = [
  { type: 'function', name: 'f' },
  { type: 'custom', name: 'patch' },
  { type: 'namespace', name: 'n', tools: [{ type: 'function', name: 'f' }] },
];
const pieces: Piece[] = [
  { text: '', reasoning: 'h' },
  { text: '', reasoning: 'm', reasoning_blocks: [{ characters: 2, signature: 's' }] },
  { text: 'Hel' },
  { text: 'lo', annotations: [{ type: 'url_citation' }] },
  { text: '', tool_calls: [{ index: 0, id: 'call_1', name: 'n__f', arguments: '{"a"' }] },
  { text: '', tool_calls: [{ index: 0, arguments: ':1}' }] },
  { text: '', tool_calls: [{ index: 1, id: 'call_2', name: 'patch', arguments: '{"input":"x"}' }] },
  { text: '', finish_reason: 'tool_calls' },
];

describe('a streamed response', () => {
  it('has all events of reasoning, text, calls and custom tools, numbered and in order', () => {
    const events = eventsOf({ tools, include: ['reasoning.encrypted_content'] }, ...pieces);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()]);
    expect(events.map(({ type }) => type.replace('response.', ''))).toEqual([
      ...['created', 'in_progress', 'output_item.added', 'content_part.added', 'reasoning_text.delta'],
      ...['reasoning_text.delta', 'reasoning_text.done', 'content_part.done', 'output_item.done'],
      ...['output_item.added', 'content_part.added', 'output_text.delta', 'output_text.delta'],
      ...['output_text.annotation.added', 'output_text.done', 'content_part.done', 'output_item.done'],
      ...['output_item.added', 'function_call_arguments.delta', 'function_call_arguments.delta', 'output_item.added'],
      ...['function_call_arguments.done', 'output_item.done', 'custom_tool_call_input.delta'],
      ...['custom_tool_call_input.done', 'output_item.done', 'completed'],
    ]);
    const outputs = events.filter(({ type }) => type.includes('output_item')).map((event) => event['output_index']);
    expect(outputs).toEqual([0, 0, 1, 1, 2, 3, 2, 3]);
  });

  it('ends with the same response as a whole one', () => {
    const fields = { tools, include: ['reasoning.encrypted_content'], reasoning: { summary: 'auto' } };
    const last = eventsOf(fields, ...pieces).at(-1)?.['response'];
    const whole = formatFor(fields).body(request, collected(request, chunksOf(...pieces)));
    expect(whole).toEqual(last);
    expect(responseSchema.parse(whole)).toMatchObject({
      id: `resp_${id}`,
      status: 'completed',
      output: [
        { id: `rs_${id}`, type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
        { id: `msg_${id}`, type: 'message', content: [{ type: 'output_text', text: 'Hello' }] },
        { id: `fc_${id}_0`, type: 'function_call', namespace: 'n', name: 'f', arguments: '{"a":1}' },
        { id: `ctc_${id}_1`, type: 'custom_tool_call', call_id: 'call_2', name: 'patch', input: 'x' },
      ],
      usage: { input_tokens: 9, output_tokens: 7, input_tokens_details: { cached_tokens: 3 } },
    });
  });

  it.each<[string, Piece, object]>([
    ['length', { text: 'x', finish_reason: 'length' }, { reason: 'max_output_tokens' }],
    ['content_filter', { text: '', refusal: 'No', finish_reason: 'content_filter' }, { reason: 'content_filter' }],
  ])('that ends with %s is incomplete', (_, piece, incomplete_details) => {
    const last = eventsOf({}, piece).at(-1);
    expect(last).toMatchObject({ type: 'response.incomplete', response: { status: 'incomplete', incomplete_details } });
  });

  it('without any text has an empty message', () => {
    const last = eventsOf({}, { text: '', finish_reason: 'stop' }).at(-1);
    expect(last).toMatchObject({ response: { output: [{ type: 'message', content: [{ text: '' }] }] } });
  });

  it('that fails ends with its error', () => {
    const events = formatFor({}).events(request, { includeUsage: false });
    events.of(chunksOf({ text: 'Hel' }));
    const error = { code: 'provider_failed', type: 'upstream_error' as const, message: 'It failed.' };
    expect(parsed(events.failed(error))).toMatchObject([
      { type: 'error', code: 'provider_failed', message: 'It failed.', param: null },
      { type: 'response.failed', response: { status: 'failed', error: { code: 'provider_failed' } } },
    ]);
  });
});

describe("tools of OpenAI's servers", () => {
  it('are dropped by their path, or rejected with `drop_params: false`', () => {
    const hosted = [...tools, { type: 'web_search', external_web_access: false }];
    expect(formatFor({ tools: hosted }).dropped).toEqual(['tools[3]']);
    const rejected = expect.objectContaining({ code: 'unsupported_parameter', param: 'tools[3]' });
    expect(() => formatFor({ tools: hosted, drop_params: false })).toThrow(rejected);
  });

  it('do not hide that two tools have one name', () => {
    const twice = { tools: [{ type: 'function', name: 'n__f' }, tools[2]] };
    expect(() => formatFor(twice)).toThrow(expect.objectContaining({ param: 'tools[1].tools[0].name' }));
  });
});
