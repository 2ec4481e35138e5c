import { type ChatMessage, reasoningFields, type Tool, type ToolCall } from '@earshot/contracts-inference';
import type { RecordedToolCall } from '@earshot/contracts-interactions';
import type { ProviderEvent, ProviderTools, ProviderUsage } from '../../providers/model-provider.js';
import { sumOfUsages } from '../../providers/usage.js';
import type { ToolOutcome } from '../../tools/calling/tool-caller.js';
import { type AnswerEvent, ToolRound } from './tool-round.js';

/** Rounds of tool calls for one answer; then the model answers without tools. */
export const maxRounds = 8;

/** Calls in one round; the model gets an error for further ones. */
const maxCallsPerRound = 32;

/** Calls of one answer that run at one time. */
const callsAtOnce = 4;

/** Dependencies of a conversation with tools. */
interface ToolLoopContext {
  readonly installed: readonly Tool[];
  readonly own: ReadonlySet<string>;
  readonly offered: ProviderTools;
  readonly generate: (messages: ChatMessage[], tools: ProviderTools) => AsyncIterable<ProviderEvent[]>;
  /** Calls a tool. @throws only the reason of the signal's abort */
  readonly call: (tool: Tool, input: Record<string, unknown>, signal: AbortSignal) => Promise<ToolOutcome>;
  readonly keep: (length: number) => void;
  readonly signal: AbortSignal;
}

/**
 * One choice of an answer with tools. It calls the model, runs the tools that the model calls, and calls the model
 * again with the results. It ends when the model calls no tool, or a function of the caller. Text streams over all
 * rounds; usage is the sum so far.
 */
export class ToolLoop {
  readonly #messages: ChatMessage[];
  readonly #usages: ProviderUsage[] = [];

  constructor(
    messages: readonly ChatMessage[],
    private readonly index: number,
    private readonly context: ToolLoopContext,
  ) {
    this.#messages = [...messages];
  }

  /** Ends without a `finish` when the signal aborts. @throws the provider's errors; AppError `queue_full` */
  async *run(): AsyncGenerator<AnswerEvent[], void, void> {
    const { signal, own, generate } = this.context;
    for (let number = 1; ; number += 1) {
      const round = new ToolRound(own);
      for await (const events of generate(this.#messages, this.#offered(number))) {
        const passed = round.take(events).map((event) => this.#ofChoice(event));
        if (passed.length > 0) yield passed;
      }
      if (signal.aborted || round.finishReason === undefined) return;
      const goesOn = round.finishReason === 'tool_calls' && !round.callsOwn && number <= maxRounds;
      if (!goesOn) return yield this.#end(round, number);
      yield [...this.#counted(round), { type: 'tools_begin', index: this.index }];
      yield await this.#callAll(round, number);
      if (signal.aborted) return;
    }
  }

  /** A wish for certain calls is one for the first round: it would never end. */
  #offered(round: number): ProviderTools {
    const { offered } = this.context;
    if (round > maxRounds) return { ...offered, choice: 'none' };
    const forced = offered.choice === 'required' || typeof offered.choice === 'object';
    return round > 1 && forced ? { ...offered, choice: 'auto' } : offered;
  }

  #end(round: ToolRound, number: number): AnswerEvent[] {
    const { finishReason = 'stop', callsOwn, calls } = round;
    const isLimitReached = finishReason === 'tool_calls' && !callsOwn;
    const why = callsOwn
      ? 'Not called: the answer ended, because a function of the caller was called too.'
      : `Not called: the limit of ${maxRounds} rounds of tool calls is reached.`;
    const uncalled = calls.map((call) => this.#recorded(call, number, { text: why, failed: true }, 0));
    return [
      ...uncalled.map((called) => ({ type: 'tool_called', called }) as const),
      ...this.#counted(round),
      { type: 'finish', index: this.index, finishReason: isLimitReached ? 'length' : finishReason },
    ];
  }

  /** Runs the calls of a round and adds them and their results to the conversation. */
  async #callAll({ text, reasoning, reasoningBlocks, calls }: ToolRound, number: number): Promise<AnswerEvent[]> {
    const outcomes = await mapBounded([...calls.entries()], callsAtOnce, async ([position, call]) => {
      const startedAt = performance.now();
      const outcome = await this.#outcomeOf(call, position);
      return { call, outcome, ms: Math.round(performance.now() - startedAt) };
    });
    const returned = reasoningFields(reasoning, reasoningBlocks);
    this.#add({ role: 'assistant', content: text, tool_calls: [...calls], ...returned });
    for (const { call, outcome } of outcomes) {
      this.#add({
        role: 'tool',
        tool_call_id: call.id,
        content: outcome.failed ? `Error: ${outcome.text}` : outcome.text,
      });
    }
    return outcomes.map(({ call, outcome, ms }) => ({
      type: 'tool_called',
      called: this.#recorded(call, number, outcome, ms),
    }));
  }

  async #outcomeOf(call: ToolCall, position: number): Promise<ToolOutcome> {
    const { installed, signal } = this.context;
    const fail = (text: string) => ({ text, failed: true });
    const tool = installed.find(({ key }) => key === call.name);
    if (tool === undefined) return fail(`There is no tool '${call.name}'.`);
    if (position >= maxCallsPerRound)
      return fail(`Not called: the limit of ${maxCallsPerRound} calls per round is reached.`);
    const input = parseArguments(call.arguments);
    if (input === undefined) return fail('The arguments must be a JSON object.');
    try {
      return await this.context.call(tool, input, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return fail('Cancelled.');
    }
  }

  #add(message: ChatMessage & { content: string }): void {
    const calls = message.tool_calls ?? [];
    const { content, provider_fields, anthropic_fields } = message;
    const reasoning = JSON.stringify([provider_fields, anthropic_fields]).length;
    this.context.keep(calls.reduce((length, call) => length + call.arguments.length, content.length + reasoning));
    this.#messages.push(message);
  }

  #counted({ usage }: ToolRound): AnswerEvent[] {
    if (usage === undefined) return [];
    this.#usages.push(usage);
    return [{ type: 'usage', usage: sumOfUsages(this.#usages) }];
  }

  #ofChoice(event: ProviderEvent): ProviderEvent {
    return 'index' in event ? { ...event, index: this.index } : event;
  }

  #recorded(call: ToolCall, round: number, { text, failed }: ToolOutcome, ms: number): RecordedToolCall {
    const [result, error] = failed ? [null, text] : [text, null];
    return { index: this.index, round, tool: call.name, arguments: call.arguments, result, error, ms };
  }
}

/** Empty text is an empty object: the tool takes no arguments. */
function parseArguments(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Maps items with bounded concurrency. @returns results in order. @throws the first failure. */
async function mapBounded<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [at, item] of left) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
