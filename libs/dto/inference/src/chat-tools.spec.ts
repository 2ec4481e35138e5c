import { describe, expect, it } from '@jest/globals';
import { parseBody } from '@earshot/dto-common';
import { AppError } from '@earshot/errors';
import { chatInputSchema } from './chat-input.js';

const user = { role: 'user', content: 'Hi' };
const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
const own = (name: string, more: object = {}) => ({ type: 'function', function: { name, ...more } });

const parse = (fields: object) => parseBody(chatInputSchema, { model: 'demo', messages: [user], ...fields });

function refusalOf(fields: object): Pick<AppError, 'code' | 'param'> {
  try {
    parse(fields);
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, param: error.param };
    throw error;
  }
  throw new Error('was not refused');
}

describe('a request', () => {
  it("mixes overrides for tools of the project with functions of the caller's own", () => {
    const tools = [{ id: 'weather', enabled: false }, own('f', { parameters: { type: 'object' }, strict: true })];
    const fields = { use_tools: true, tools, parallel_tool_calls: false };
    expect(parse(fields)).toMatchObject(fields);
  });

  it.each(['none', 'auto', 'required', own('f')])('may choose %j', (tool_choice) => {
    expect(parse({ tool_choice })).toMatchObject({ tool_choice });
  });

  it.each<[string, object, string]>([
    ['use_tools that is no boolean', { use_tools: 'yes' }, 'use_tools'],
    ['a name that providers do not take', { tools: [own('a b')] }, 'tools[0].function.name'],
    ['a name twice', { tools: [own('f'), own('f')] }, 'tools[1].function.name'],
    [
      'parameters of no object',
      { tools: [own('f', { parameters: { type: 'string' } })] },
      'tools[0].function.parameters',
    ],
    [
      'functions that are too large',
      { tools: ['f', 'g', 'h'].map((name) => own(name, { description: 'x'.repeat(50_000) })) },
      'tools',
    ],
    ['too many functions', { tools: Array.from({ length: 129 }, (_, at) => own(`f${at}`)) }, 'tools'],
    ['a choice that there is not', { tool_choice: 'maybe' }, 'tool_choice'],
  ])('is rejected with %s', (_, fields, param) => {
    expect(refusalOf(fields)).toEqual({ code: 'invalid_field', param });
  });
});

describe('a message', () => {
  const messageOf = (message: object) => parse({ messages: [user, message] }).messages[1];

  it('of an assistant may be calls without a text, null or none at all', () => {
    const tool_calls = [{ id: 'call_1', name: 'f', arguments: '{}' }];
    for (const content of [{ content: null }, {}, { content: '' }]) {
      expect(messageOf({ role: 'assistant', ...content, tool_calls: [call] })).toEqual({
        role: 'assistant',
        content: '',
        tool_calls,
      });
    }
  });

  it('of a tool names the call that it answers', () => {
    const message = { role: 'tool', content: 'sunny', tool_call_id: 'call_1' };
    expect(messageOf(message)).toEqual(message);
  });

  it.each<[string, object, string, string]>([
    ['of a tool without it', { role: 'tool', content: 'x' }, 'missing_field', 'messages[1].tool_call_id'],
    ['of an assistant with neither', { role: 'assistant', content: null }, 'invalid_field', 'messages[1].content'],
    ['of a user with calls', { ...user, tool_calls: [call] }, 'invalid_field', 'messages[1].tool_calls'],
    [
      'with arguments that are no text',
      { role: 'assistant', tool_calls: [{ ...call, function: { name: 'f', arguments: {} } }] },
      'invalid_field',
      'messages[1].tool_calls[0].function.arguments',
    ],
  ])('is rejected: %s', (_, message, code, param) => {
    expect(refusalOf({ messages: [user, message] })).toEqual({ code, param });
  });
});
