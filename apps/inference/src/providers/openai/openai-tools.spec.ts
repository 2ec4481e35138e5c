import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProviderEvent } from '../model-provider.js';
import { collect, finishOf } from '../../../test/providers/collect.js';
import { HttpSetup } from '../../../test/providers/http-setup.js';
import { openaiProtocol } from './openai-kind.js';
import { DONE, event, json, pieces } from '../../../test/providers/scripted-server.js';

const setup = new HttpSetup(openaiProtocol);
const tools = { functions: [{ name: 'f', description: 'd', parameters: { type: 'object' } }] };

beforeAll(() => setup.server.start());
afterAll(() => setup.stop());

type Call = Extract<ProviderEvent, { type: 'tool_call' }>;

/** The calls of an answer, put together. */
function callsOf(events: ProviderEvent[]) {
  const calls: { id?: string; name?: string; input: string }[] = [];
  for (const piece of events.filter((one): one is Call => one.type === 'tool_call')) {
    const call = (calls[piece.call] ??= { id: piece.id, name: piece.name, input: '' });
    call.input += piece.arguments;
  }
  return calls;
}

const chunk = (...tool_calls: object[]) => event({ choices: [{ index: 0, delta: { tool_calls } }] });
const end = (reason: string) => event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
const first = { id: 'c1', function: { name: 'f', arguments: '' } };

describe('calls of functions', () => {
  it.each<[string, string[]]>([
    ['whole', [chunk({ index: 0, id: 'c1', function: { name: 'f', arguments: '{"a":1}' } })]],
    [
      'in pieces',
      [
        chunk({ index: 0, ...first }),
        chunk({ index: 0, function: { arguments: '{"a":' } }),
        chunk({ index: 0, function: { arguments: '1}' } }),
      ],
    ],
    [
      'in pieces that repeat the name',
      [
        chunk({ index: 0, id: 'c1', function: { name: 'f', arguments: '{"a":' } }),
        chunk({ index: 0, id: 'c1', function: { name: 'f', arguments: '1}' } }),
      ],
    ],
    ['in pieces without a number', [chunk(first), chunk({ function: { arguments: '{"a":1}' } })]],
    ['with an object as arguments', [chunk({ index: 0, id: 'c1', function: { name: 'f', arguments: { a: 1 } } })]],
  ])('are read where they stream %s', async (_, events) => {
    setup.server.script = pieces(...events, end('tool_calls'), DONE);
    const read = await collect(setup.chat({ tools }));
    expect(callsOf(read)).toEqual([{ id: 'c1', name: 'f', input: '{"a":1}' }]);
    expect(finishOf(read).finishReason).toBe('tool_calls');
  });

  it('are told apart, by their number or by their beginning', async () => {
    const second = { id: 'c2', function: { name: 'g', arguments: '{}' } };
    for (const numbers of [
      [{ index: 0 }, { index: 1 }],
      [{}, {}],
    ]) {
      setup.server.script = pieces(
        chunk({ ...numbers[0], ...first }),
        chunk({ ...numbers[1], ...second }),
        end('stop'),
        DONE,
      );
      const read = await collect(setup.chat({ tools }));
      expect(callsOf(read)).toEqual([
        { id: 'c1', name: 'f', input: '' },
        { id: 'c2', name: 'g', input: '{}' },
      ]);
      // Some servers say "stop" all the same.
      expect(finishOf(read).finishReason).toBe('tool_calls');
    }
  });

  it.each([true, false])(
    'are told apart where each comes whole under the same number, streamed: %p',
    async (stream) => {
      const calls = [1, 2, 3].map((a) => ({ index: 0, id: `c${a}`, function: { name: 'f', arguments: `{"a":${a}}` } }));
      setup.server.script = stream
        ? pieces(...calls.map((call) => chunk(call)), end('tool_calls'), DONE)
        : json(200, { choices: [{ message: { tool_calls: calls } }] });
      expect(callsOf(await collect(setup.chat({ tools, stream })))).toEqual([
        { id: 'c1', name: 'f', input: '{"a":1}' },
        { id: 'c2', name: 'f', input: '{"a":2}' },
        { id: 'c3', name: 'f', input: '{"a":3}' },
      ]);
    },
  );

  it('keep their order where numbers are used again', async () => {
    const call = (index: number, id: string) => chunk({ index, id, function: { name: id, arguments: '{}' } });
    setup.server.script = pieces(call(0, 'a'), call(1, 'b'), call(0, 'c'), call(1, 'd'), end('tool_calls'), DONE);
    const read = callsOf(await collect(setup.chat({ tools })));
    expect(read.map(({ name, input }) => [name, input])).toEqual(['a', 'b', 'c', 'd'].map((name) => [name, '{}']));
  });

  it('are one where each piece has an id of its own, also an empty piece at the end', async () => {
    const written = ['', '{"a":', '{"b":1}', '}', '', '\n'];
    const parts = written.map((text, n) => chunk({ index: 0, id: `c${n}`, function: { name: 'f', arguments: text } }));
    setup.server.script = pieces(...parts, end('stop'), DONE);
    const read = await collect(setup.chat({ tools }));
    expect(callsOf(read)).toEqual([{ id: 'c0', name: 'f', input: '{"a":{"b":1}}\n' }]);
  });

  it('are read from a whole answer, and get an id where the server gives none', async () => {
    const message = { content: null, tool_calls: [{ function: { name: 'f', arguments: '{}' } }] };
    setup.server.script = json(200, { choices: [{ message, finish_reason: 'tool_calls' }] });
    const read = await collect(setup.chat({ tools, stream: false }));
    expect(callsOf(read)).toEqual([{ id: expect.stringMatching(/^call_./), name: 'f', input: '{}' }]);
  });

  it.each([
    ['without a name', [{ index: 0, id: 'c1', function: { arguments: '{}' } }]],
    ['in too great a number', Array.from({ length: 129 }, (_, index) => ({ index, ...first }))],
    [
      'in too great a number under the same index',
      Array.from({ length: 129 }, (_, n) => ({ index: 0, id: `c${n}`, function: { name: 'f', arguments: '{}' } })),
    ],
  ])('%s are a fault of the provider', async (_, calls) => {
    setup.server.script = pieces(chunk(...calls), DONE);
    await expect(collect(setup.chat({ tools }))).rejects.toMatchObject({ code: 'provider_failed' });
  });
});

it('functions, what is wished of them, and a conversation with calls reach the server as OpenAI writes them', async () => {
  setup.server.script = pieces(end('stop'), DONE);
  const call = { id: 'c1', name: 'f', arguments: '{}' };
  const messages = [
    { role: 'assistant' as const, content: '', tool_calls: [call] },
    { role: 'tool' as const, content: 'x', tool_call_id: 'c1' },
  ];
  const toolOptions = { ...tools, choice: { name: 'f' }, parallel: false };
  expect(finishOf(await collect(setup.chat({ messages, tools: toolOptions }))).finishReason).toBe('stop');
  expect(setup.server.seen.at(-1)?.body).toMatchObject({
    tools: [{ type: 'function', function: tools.functions[0] }],
    tool_choice: { type: 'function', function: { name: 'f' } },
    parallel_tool_calls: false,
    messages: [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', content: 'x', tool_call_id: 'c1' },
    ],
  });
});
