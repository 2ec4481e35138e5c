import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ChatMessage, Tool } from '@earshot/contracts-inference';
import { aTool } from '../../../test/chat-fixtures.js';
import type { ProviderEvent, ProviderTools } from '../../providers/model-provider.js';
import type { ToolOutcome } from '../../tools/calling/tool-caller.js';
import type { AnswerEvent } from './tool-round.js';
import { mergedChoices } from './tool-answers.js';
import { maxRounds, ToolLoop } from './tool-loop.js';

type Round = (tools: ProviderTools, messages: readonly ChatMessage[]) => ProviderEvent[];

const usage: ProviderEvent = { type: 'usage', usage: { promptTokens: 3, completionTokens: 2 } };
const textDelta = (text: string): ProviderEvent => ({ type: 'delta', index: 0, text });
const ends = (finishReason: 'stop' | 'tool_calls' = 'stop'): ProviderEvent => ({
  type: 'finish',
  index: 0,
  finishReason,
});
const calls = (name: string, input = '{}', call = 0): ProviderEvent[] => [
  { type: 'tool_call', index: 0, call, id: `call_${call}`, name, arguments: '' },
  { type: 'tool_call', index: 0, call, arguments: input },
];

let providerRequests: { messages: ChatMessage[]; tools: ProviderTools }[];
let called: unknown[];
let running: number;
let mostRunning: number;
let outcome: (tool: Tool) => ToolOutcome;
let stop: AbortController;

beforeEach(() => {
  [providerRequests, called, running, mostRunning] = [[], [], 0, 0];
  outcome = () => ({ text: 'sunny', failed: false });
  stop = new AbortController();
});

function loop(rounds: Round, choice?: ProviderTools['choice'], index = 0): ToolLoop {
  return new ToolLoop([{ role: 'user', content: 'Weather?' }], index, {
    installed: [aTool()],
    own: new Set(['mine']),
    offered: { functions: [{ name: 'weather' }, { name: 'mine' }], ...(choice && { choice }) },
    generate: async function* (messages, tools) {
      providerRequests.push({ messages: [...messages], tools });
      yield rounds(tools, messages);
    },
    call: async (tool, input) => {
      called.push(input);
      mostRunning = Math.max(mostRunning, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      stop.signal.throwIfAborted();
      return outcome(tool);
    },
    keep: () => undefined,
    signal: stop.signal,
  });
}

async function eventsOf(one: ToolLoop): Promise<AnswerEvent[]> {
  const all: AnswerEvent[] = [];
  for await (const events of one.run()) all.push(...events);
  return all;
}

const recordsIn = (events: AnswerEvent[]) =>
  events.flatMap((event) => (event.type === 'tool_called' ? [event.called] : []));

/** One round with a call, then an answer. */
const once =
  (...first: ProviderEvent[]): Round =>
  (_, messages) =>
    messages.length === 1
      ? [...first, usage, ends('tool_calls')]
      : [textDelta('It is '), textDelta('sunny.'), usage, ends()];

describe('a round with calls', () => {
  it('is followed by one with their results; text comes from all rounds, usage is the sum so far', async () => {
    const events = await eventsOf(loop(once(textDelta('Let me see. '), ...calls('weather', '{"place":"Rome"}'))));
    expect(events).toEqual([
      textDelta('Let me see. '),
      usage,
      { type: 'tools_begin', index: 0 },
      {
        type: 'tool_called',
        called: {
          ...{ index: 0, round: 1, tool: 'weather', arguments: '{"place":"Rome"}' },
          ...{ result: 'sunny', error: null, ms: expect.any(Number) },
        },
      },
      textDelta('It is '),
      textDelta('sunny.'),
      { type: 'usage', usage: { promptTokens: 6, completionTokens: 4 } },
      ends(),
    ]);
    expect(called).toEqual([{ place: 'Rome' }]);
    expect(providerRequests[1]?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: 'Let me see. ',
        tool_calls: [{ id: 'call_0', name: 'weather', arguments: '{"place":"Rome"}' }],
      },
      { role: 'tool', tool_call_id: 'call_0', content: 'sunny' },
    ]);
  });

  it('runs a few at a time, and reports excess calls to the model', async () => {
    const many = Array.from({ length: 40 }, (_, call) => calls('weather', `{"n":${call}}`, call)).flat();
    const records = recordsIn(await eventsOf(loop(once(...many))));
    expect(mostRunning).toBe(4);
    expect(called).toHaveLength(32);
    expect(records.map(({ error }) => error === null)).toEqual([...Array(32).fill(true), ...Array(8).fill(false)]);
    expect(providerRequests[1]?.messages).toHaveLength(2 + 40);
  });

  it.each([
    ['that are no JSON object', calls('weather', '[1]'), 'The arguments must be a JSON object.'],
    ['that are no JSON', calls('weather', '{'), 'The arguments must be a JSON object.'],
    ['of a tool that there is not', calls('find'), "There is no tool 'find'."],
  ])('reports arguments %s to the model, and calls nothing', async (_, wrong, text) => {
    const records = recordsIn(await eventsOf(loop(once(...wrong))));
    expect(called).toEqual([]);
    expect(records).toMatchObject([{ result: null, error: text }]);
    expect(providerRequests[1]?.messages[2]).toMatchObject({ role: 'tool', content: `Error: ${text}` });
  });

  it('reports a failed tool to the model, not to the caller', async () => {
    outcome = () => ({ text: 'It answered with status 500: oops', failed: true });
    const events = await eventsOf(loop(once(...calls('weather', ''))));
    expect(called).toEqual([{}]);
    expect(providerRequests[1]?.messages[2]).toMatchObject({ content: 'Error: It answered with status 500: oops' });
    expect(events.at(-1)).toEqual(ends());
  });
});

describe('the rounds', () => {
  it('end: after the last one the model must answer without calls', async () => {
    const endless: Round = ({ choice }) =>
      choice === 'none' ? [textDelta('Enough.'), ends()] : [...calls('weather'), ends('tool_calls')];
    const events = await eventsOf(loop(endless));
    expect(called).toHaveLength(maxRounds);
    expect(providerRequests).toHaveLength(maxRounds + 1);
    expect(events.at(-1)).toEqual(ends());
  });

  it('end with `length` when the model still calls', async () => {
    const events = await eventsOf(loop(() => [...calls('weather'), ends('tool_calls')]));
    expect(called).toHaveLength(maxRounds);
    expect(events.at(-1)).toEqual({ type: 'finish', index: 0, finishReason: 'length' });
    expect(recordsIn(events).at(-1)?.error).toMatch(/^Not called: the limit of 8 rounds/);
  });

  it.each(['required', { name: 'weather' }] as const)(
    'after the first are free, where %j was wished for',
    async (choice) => {
      await eventsOf(loop(once(...calls('weather')), choice));
      expect(providerRequests.map(({ tools }) => tools.choice)).toEqual([choice, 'auto']);
    },
  );

  it('end when the caller disconnects, with the executed calls on record', async () => {
    outcome = () => {
      stop.abort(new Error('gone'));
      stop.signal.throwIfAborted();
      throw new Error('unreachable');
    };
    const events = await eventsOf(loop(once(...calls('weather'))));
    expect(providerRequests).toHaveLength(1);
    expect(recordsIn(events)).toMatchObject([{ error: 'Cancelled.' }]);
  });
});

describe("calls of the caller's own functions", () => {
  it('end the answer and are sent to the caller, chunk by chunk', async () => {
    const events = await eventsOf(loop(() => [...calls('mine', '{"a":1}'), usage, ends('tool_calls')]));
    expect(events).toEqual([...calls('mine', '{"a":1}'), usage, ends('tool_calls')]);
  });

  it('are renumbered when tools were called at the same time, which are then not executed', async () => {
    const both = () => [...calls('weather', '{}', 0), ...calls('mine', '{}', 1), ends('tool_calls')];
    const events = await eventsOf(loop(both));
    const own = calls('mine', '{}', 0).map((event) => ('id' in event ? { ...event, id: 'call_1' } : event));
    expect(events.filter(({ type }) => type === 'tool_call')).toEqual(own);
    expect(events.at(-1)).toEqual(ends('tool_calls'));
    expect(called).toEqual([]);
    expect(recordsIn(events)).toMatchObject([{ tool: 'weather', result: null }]);
  });
});

it('several choices have their own rounds, and one usage', async () => {
  const choices = [
    loop(once(...calls('weather')), undefined, 0),
    loop(() => [textDelta('Hi'), usage, ends()], undefined, 1),
  ];
  const events: AnswerEvent[] = [];
  for await (const batch of mergedChoices(choices.map((one) => one.run()))) events.push(...batch);
  const textOf = (index: number) =>
    events.map((event) => (event.type === 'delta' && event.index === index ? event.text : '')).join('');
  expect([textOf(0), textOf(1)]).toEqual(['It is sunny.', 'Hi']);
  const last = events.filter(({ type }) => type === 'usage').at(-1);
  expect(last).toEqual({ type: 'usage', usage: { promptTokens: 9, completionTokens: 6 } });
});
