import { describe, expect, it } from '@jest/globals';
import { parseBody } from '@earshot/dto-common';
import { AppError } from '@earshot/errors';
import { chatInputSchema } from './chat-input.js';

const user = { role: 'user', content: 'Hi' };
const good = { model: 'demo/m', messages: [user] };
const maxText = 'x'.repeat(8_192);
const many = (text: string, times: number) =>
  Object.fromEntries(Array.from({ length: times }, (_, index) => [`label-${index}`, text]));
const jsonSchema = (fields: object) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: {}, ...fields } },
});
const imageParts = (times: number) => ({
  role: 'user',
  content: Array(times).fill({ type: 'image_url', image_url: 'https://example.org/cat.png' }),
});

function refusalOf(body: object): {
  code: string;
  message: string;
  param?: string;
  details: { param: string | null }[];
} {
  try {
    parseBody(chatInputSchema, body);
  } catch (error) {
    if (error instanceof AppError) return error as never;
    throw error;
  }
  throw new Error('was not refused');
}

describe('a chat request', () => {
  it('requires only model and messages; others may be null', () => {
    expect(parseBody(chatInputSchema, good)).toEqual(good);
    const fields = Object.keys(chatInputSchema.shape).filter((name) => !(name in good));
    const nulls = Object.fromEntries(fields.map((name) => [name, null]));
    expect(() => parseBody(chatInputSchema, { ...good, ...nulls })).not.toThrow();
  });

  it('keeps unknown fields for the provider, also those of messages and parts', () => {
    const fields = { seed: 1, guided_json: { type: 'object' } };
    const cached = { type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } };
    const messages = [
      { ...user, id: 'msg-1', refusal: null, annotations: [], weight: 1 },
      { role: 'user', content: [cached] },
    ];
    const part = { type: 'text', text: 'Hi', provider_fields: { cache_control: { type: 'ephemeral' } } };
    expect(parseBody(chatInputSchema, { ...good, ...fields, messages })).toEqual({
      ...good,
      ...fields,
      messages: [
        { ...user, provider_fields: { weight: 1 } },
        { role: 'user', content: [part] },
      ],
    });
  });

  it.each<[string, object]>([
    ['use_tools: false', { use_tools: false }],
    ['no tools', { tools: [], tool_choice: 'auto' }],
    ['text', { response_format: { type: 'text' } }],
    ['no tool calls', { messages: [{ ...user, tool_calls: [] }] }],
  ])('accepts %s, which is the default', (_, fields) => {
    expect(() => parseBody(chatInputSchema, { ...good, ...fields })).not.toThrow();
  });

  it.each<[string, object, string]>([
    ['a campaign for a model that is named', { ab_campaign: 'trial' }, 'ab_campaign'],
    ['no messages', { messages: [] }, 'messages'],
    ['messages that are a text', { messages: 'x' }, 'messages'],
    ['too many messages', { messages: Array(10_001).fill(user) }, 'messages'],
    ['a message without content', { messages: [{ role: 'user' }] }, 'messages[0].content'],
    ['a message without a role', { messages: [{ content: '' }] }, 'messages[0].role'],
    ['another role', { messages: [{ role: 'robot', content: '' }] }, 'messages[0].role'],
    ['a list without parts', { messages: [{ role: 'user', content: [] }] }, 'messages[0].content'],
    [
      'another kind of part',
      { messages: [{ role: 'user', content: [{ type: 'audio' }] }] },
      'messages[0].content[0].type',
    ],
    [
      'a part without text',
      { messages: [{ role: 'user', content: [{ type: 'text' }] }] },
      'messages[0].content[0].text',
    ],
    ['arguments that are a text', { system_prompt_args: 'a' }, 'system_prompt_args'],
    ['arguments that are too long', { system_prompt_args: { a: 'x'.repeat(65_536) } }, 'system_prompt_args'],
    ['no model', { model: undefined }, 'model'],
    ['an empty model', { model: '' }, 'model'],
    ['a model without project', { model: '/m' }, 'model'],
    ['a project with a slash and no model', { model: 'demo/' }, 'model'],
    ['a long project', { model: 'x'.repeat(129) }, 'model'],
    ['too warm', { temperature: 2.1 }, 'temperature'],
    ['too cold', { temperature: -0.1 }, 'temperature'],
    ['a temperature as text', { temperature: '1' }, 'temperature'],
    ['top_p: 0', { top_p: 0 }, 'top_p'],
    ['top_p above 1', { top_p: 1.1 }, 'top_p'],
    ['a fraction of a token', { max_tokens: 1.5 }, 'max_tokens'],
    ['fewer than no tokens', { max_tokens: -1 }, 'max_tokens'],
    ['more than int32', { max_tokens: 2 ** 31 }, 'max_tokens'],
    ['n: 17', { n: 17 }, 'n'],
    ['n: -1', { n: -1 }, 'n'],
    ['half a choice', { n: 0.5 }, 'n'],
    ['a first token before the request', { max_ttft_ms: -1 }, 'max_ttft_ms'],
    ['a fraction of a millisecond', { max_ttft_ms: 0.5 }, 'max_ttft_ms'],
    ['a first token as text', { max_ttft_ms: '5' }, 'max_ttft_ms'],
    ['more than int64', { max_ttft_ms: 2 ** 63 + 2_048 }, 'max_ttft_ms'],
    ['a name that is a number', { messages: [user, { ...user, name: 1 }] }, 'messages[1].name'],
    ['a long name', { messages: [{ ...user, name: 'x'.repeat(257) }] }, 'messages[0].name'],
    ['a completion_id that is no uuid', { messages: [{ ...user, completion_id: 'x' }] }, 'messages[0].completion_id'],
    ['17 stops', { stop: Array(17).fill('x') }, 'stop'],
    ['an empty stop', { stop: ['a', ''] }, 'stop[1]'],
    ['a stop that is too long', { stop: ['x'.repeat(1_025)] }, 'stop[0]'],
    ['too many pictures in all messages', { messages: [imageParts(128), imageParts(129)] }, 'messages'],
    ['labels that are too large together', { labels: many(maxText, 16) }, 'labels'],
    ['the same as metadata', { metadata: many(maxText, 16) }, 'metadata'],
    ['tags that are too large together', { tags: Array(16).fill(maxText) }, 'tags'],
    ['a stop that is a number', { stop: 1 }, 'stop'],
    ['stream as text', { stream: 'true' }, 'stream'],
    ['a session that is no uuid', { session_id: 'x' }, 'session_id'],
    ['a user that is a number', { user: 1 }, 'user'],
    ['a label that is too long', { labels: { a: `${maxText}x` } }, 'labels.a'],
    ['a label that is a number', { labels: { a: 1 } }, 'labels.a'],
    ['tags that are numbers', { tags: [1] }, 'tags[0]'],
    ['two limits', { max_tokens: 1, max_completion_tokens: 2 }, 'max_completion_tokens'],
    ['two sets of labels', { labels: { a: '1' }, metadata: { a: '2' } }, 'metadata'],
    ['two users', { user: 'bob', labels: { user: 'eve' } }, 'user'],
    ['two users, one in the metadata', { user: 'bob', metadata: { user: 'eve' } }, 'user'],
    ['a response format that is a text', { response_format: 'json' }, 'response_format'],
    ['another response format', { response_format: { type: 'xml' } }, 'response_format.type'],
    ['a schema without a name', jsonSchema({ name: undefined }), 'response_format.json_schema.name'],
    ['a schema with a long name', jsonSchema({ name: 'x'.repeat(65) }), 'response_format.json_schema.name'],
    ['a schema that is a list', jsonSchema({ schema: [] }), 'response_format.json_schema.schema'],
    ['a large schema', jsonSchema({ schema: { title: 'x'.repeat(65_536) } }), 'response_format.json_schema.schema'],
    ['strict as text', jsonSchema({ strict: 'yes' }), 'response_format.json_schema.strict'],
    ['include_usage as text', { stream_options: { include_usage: 'yes' } }, 'stream_options.include_usage'],
  ])('rejects %s and names the path of the field', (_, fields, param) => {
    const refusal = refusalOf({ ...good, ...fields });
    expect(refusal.param).toBe(param);
    expect(refusal.code).toMatch(/^(invalid|missing)_field$/);
  });

  it('keeps a schema unchanged, without nulls', () => {
    const schema = { type: 'object', properties: { a: { type: ['string', 'null'], default: null } } };
    const given = jsonSchema({ schema, strict: true, description: null, future: 1 });
    const kept = { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } };
    expect(parseBody(chatInputSchema, { ...good, ...given })).toEqual({ ...good, response_format: kept });
  });

  it('names the limit of stop sequences', () => {
    const { message } = refusalOf({ ...good, stop: Array(17).fill('x') });
    expect(message).toBe('stop: expected at most 16 entries, got an array of 17.');
  });

  it('names the bounds of a 64-bit integer', () => {
    for (const max_ttft_ms of [0.5, 1e30]) {
      expect(refusalOf({ ...good, max_ttft_ms }).message).toBe(
        'max_ttft_ms: expected an integer of at most 9223372036854775807.',
      );
    }
  });

  it.each(['9007199254740991', '9007199254740993', '9223372036854775807'])(
    'accepts any 64-bit integer as the timeout of the first token: %s',
    (text) => {
      const max_ttft_ms = JSON.parse(text) as number;
      expect(parseBody(chatInputSchema, { ...good, max_ttft_ms })).toEqual({ ...good, max_ttft_ms });
    },
  );

  it.each([
    { user: 'bob', labels: { user: 'bob' } },
    { user: '01a1fa94-bc39-76fc-ae14-2236200b254a', labels: { user: 'eve' } },
    { user: '', labels: { user: 'eve' } },
  ])('keeps a label named user apart from the user: %j', (fields) => {
    expect(() => parseBody(chatInputSchema, { ...good, ...fields })).not.toThrow();
  });

  it('accepts equal values under both names of a field', () => {
    const both = { max_tokens: 1, max_completion_tokens: 1, labels: { a: '1' }, metadata: { a: '1' } };
    expect(() => parseBody(chatInputSchema, { ...good, ...both })).not.toThrow();
  });

  it('accepts 256 images, and 128 KiB of labels and of tags', () => {
    const messages = [imageParts(128), imageParts(128)];
    const fields = { messages, labels: many(maxText, 15), tags: Array(15).fill(maxText) };
    expect(() => parseBody(chatInputSchema, { ...good, ...fields })).not.toThrow();
  });

  it.each([{ n: 0 }, { n: 16 }, { max_tokens: 0 }, { max_completion_tokens: 0 }, { max_ttft_ms: 0 }])(
    'accepts the bounds of each field: %j',
    (fields) => {
      expect(parseBody(chatInputSchema, { ...good, ...fields })).toEqual({ ...good, ...fields });
    },
  );
});
