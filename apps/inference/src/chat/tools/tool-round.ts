import type { ReasoningBlock, ToolCall } from '@earshot/contracts-inference';
import type { ProviderEvent, ProviderFinishReason, ProviderUsage } from '../../providers/model-provider.js';
import type { RecordedToolCall } from '@earshot/contracts-interactions';

/** An event of an answer: of its provider, or of tools that are called in between. */
export type AnswerEvent =
  | ProviderEvent
  /** Tools with possible side effects are about to run: no other process may repeat the answer. */
  | { type: 'tools_begin'; index: number }
  /** A call of a tool has ended, with or without success. */
  | { type: 'tool_called'; called: RecordedToolCall };

/** One model call of a conversation with tools: separates the caller's output from calls of the project's tools. */
export class ToolRound {
  text = '';
  reasoning = '';
  readonly reasoningBlocks: ReasoningBlock[] = [];
  /** Why it ended; undefined where it was cut off. */
  finishReason: ProviderFinishReason | undefined;
  usage: ProviderUsage | undefined;
  readonly #calls: ToolCall[] = [];
  /** Of the calls of the caller's own functions, by their number: under which the caller gets them. */
  readonly #own = new Map<number, number>();

  constructor(private readonly own: ReadonlySet<string>) {}

  /** Takes the next events of its only choice. @returns those that are for the caller */
  take(events: readonly ProviderEvent[]): ProviderEvent[] {
    return events.flatMap((event) => this.#take(event) ?? []);
  }

  /** The calls that are for tools of the project. */
  get calls(): readonly ToolCall[] {
    return this.#calls.filter((_, number) => !this.#own.has(number));
  }

  get callsOwn(): boolean {
    return this.#own.size > 0;
  }

  #take(event: ProviderEvent): ProviderEvent | undefined {
    switch (event.type) {
      case 'delta':
        this.text += event.text;
        return event;
      case 'reasoning':
        this.reasoning += event.text;
        return event;
      case 'reasoning_block':
        this.reasoningBlocks.push(event.block);
        return event;
      case 'refusal':
      case 'annotations':
      case 'served_by':
        return event;
      case 'finish':
        this.finishReason = event.finishReason;
        return undefined;
      case 'usage':
        this.usage = event.usage;
        return undefined;
      case 'tool_call':
        return this.#takeCall(event);
    }
  }

  #takeCall(event: Extract<ProviderEvent, { type: 'tool_call' }>): ProviderEvent | undefined {
    const { call: number, id = '', name = '', arguments: text } = event;
    const known = this.#calls[number];
    if (known === undefined) {
      this.#calls[number] = { id, name, arguments: text };
      if (this.own.has(name)) this.#own.set(number, this.#own.size);
    } else known.arguments += text;
    const call = this.#own.get(number);
    return call === undefined ? undefined : { ...event, call };
  }
}
