import { describe, expect, it } from '@jest/globals';
import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import { anthropicMessageSchema } from '@earshot/dto-inference';
import { collected } from '../chat-completions/whole-answer.js';
import { messageFormat } from './message-format.js';
import type { MappedRequest } from './messages.mapper.js';

const id = '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06';
const request = { completion_ids: [id], received_at_ms: 1_769_860_800_123 } as ChatRequest;
const format = messageFormat({ dropped: [], anthropicFields: {} } as unknown as MappedRequest);
const usage = {
  prompt_tokens: 9,
  completion_tokens: 7,
  total_tokens: 16,
  prompt_tokens_details: { cached_tokens: 3, cache_creation_tokens: 2 },
};
const citation = { type: 'char_location' };

type Piece = Omit<ChatChunk['choices'][number], 'index'>;
type Event = { type: string } & Record<string, unknown>;

const pieces: Piece[] = [
  { text: '', reasoning: 'h' },
  { text: '', reasoning: 'mok', reasoning_blocks: [{ characters: 2, signature: 's1' }, { data: 'x' }] },
  { text: '', reasoning_blocks: [{ characters: 2, signature: 's2' }] },
  { text: 'Hel' },
  { text: 'lo', annotations: [citation] },
  { text: '', tool_calls: [{ index: 0, id: 'c1', name: 'f', arguments: '{"a"' }] },
  { text: '', tool_calls: [{ index: 0, arguments: ':1}' }] },
  { text: '', finish_reason: 'tool_calls' },
];

function chunksOf(given: Piece[]): ChatChunk[] {
  const chunks: ChatChunk[] = given.map((piece) => ({ choices: [{ index: 0, ...piece }] }));
  return [{ model: 'demo/m', choices: [] }, ...chunks, { choices: [], usage }];
}

function parsed(text: string): Event[] {
  const events = text.split('\n\n').filter((event) => event !== '');
  return events.map((event) => {
    const [, type, data] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
    const value = JSON.parse(data as string) as Event;
    expect(value.type).toBe(type);
    return value;
  });
}

function eventsOf(given: Piece[]): Event[] {
  const events = format.events(request, { includeUsage: false });
  return parsed(
    chunksOf(given)
      .map((chunk) => events.of([chunk]))
      .join('') + events.end(),
  );
}

const expectedUsage = {
  input_tokens: 4,
  output_tokens: 7,
  cache_creation_input_tokens: 2,
  cache_read_input_tokens: 3,
  service_tier: null,
};

it('has the blocks of a whole answer', () => {
  const body = format.body(request, collected(request, chunksOf(pieces)));
  expect(anthropicMessageSchema.parse(body)).toEqual({
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: 'demo/m',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 's1' },
      { type: 'redacted_thinking', data: 'x' },
      { type: 'thinking', thinking: 'ok', signature: 's2' },
      { type: 'text', text: 'Hello', citations: [citation] },
      { type: 'tool_use', id: 'c1', name: 'f', input: { a: 1 } },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: expectedUsage,
  });
});

describe('a stream', () => {
  it('has the same blocks, each with its beginning, parts and end', () => {
    const events = eventsOf(pieces);
    expect(events.map(({ type, index, delta, content_block: block }) => [type, index, delta ?? block])).toEqual([
      ['message_start', undefined, undefined],
      ['content_block_start', 0, { type: 'thinking', thinking: '', signature: '' }],
      ['content_block_delta', 0, { type: 'thinking_delta', thinking: 'h' }],
      ['content_block_delta', 0, { type: 'thinking_delta', thinking: 'm' }],
      ['content_block_delta', 0, { type: 'signature_delta', signature: 's1' }],
      ['content_block_stop', 0, undefined],
      ['content_block_start', 1, { type: 'redacted_thinking', data: 'x' }],
      ['content_block_stop', 1, undefined],
      ['content_block_start', 2, { type: 'thinking', thinking: '', signature: '' }],
      ['content_block_delta', 2, { type: 'thinking_delta', thinking: 'ok' }],
      ['content_block_delta', 2, { type: 'signature_delta', signature: 's2' }],
      ['content_block_stop', 2, undefined],
      ['content_block_start', 3, { type: 'text', text: '', citations: null }],
      ['content_block_delta', 3, { type: 'text_delta', text: 'Hel' }],
      ['content_block_delta', 3, { type: 'text_delta', text: 'lo' }],
      ['content_block_delta', 3, { type: 'citations_delta', citation }],
      ['content_block_stop', 3, undefined],
      ['content_block_start', 4, { type: 'tool_use', id: 'c1', name: 'f', input: {} }],
      ['content_block_delta', 4, { type: 'input_json_delta', partial_json: '{"a"' }],
      ['content_block_delta', 4, { type: 'input_json_delta', partial_json: ':1}' }],
      ['content_block_stop', 4, undefined],
      ['message_delta', undefined, { stop_reason: 'tool_use', stop_sequence: null }],
      ['message_stop', undefined, undefined],
    ]);
    expect(events.at(-2)).toMatchObject({ usage: expectedUsage });
  });

  it('of a refusal has it as its text', () => {
    const events = eventsOf([
      { text: '', refusal: 'No' },
      { text: '', finish_reason: 'content_filter' },
    ]);
    expect(events).toContainEqual({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'No' } });
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'refusal' } });
  });

  it('that fails ends with its error in the form of the interface', () => {
    const events = format.events(request, { includeUsage: false });
    events.of(chunksOf([{ text: 'Hel' }]));
    const error = { code: 'provider_failed', type: 'upstream_error' as const, message: 'It failed.' };
    expect(parsed(events.failed(error))).toEqual([
      { type: 'error', error: { type: 'api_error', code: 'provider_failed', message: 'It failed.' } },
    ]);
  });
});
