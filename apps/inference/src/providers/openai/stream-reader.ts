import { choicesOf, type Completion, type CompletionChoice, isIndex, servedBy, usageOf } from './completion-shapes.js';
import type { ProviderEvent, ProviderUsage } from '../model-provider.js';
import type { ChatReader, ChoiceRange } from '../http/http-call.js';
import { EventStreamReader } from '../http/event-stream-reader.js';
import { maxAnswerLength, parseObject } from '../http/response-bodies.js';
import { connectionClosed, errorFrom, providerFailed } from '../http/provider-errors.js';
import { MessageReader } from './message-reader.js';

/** Options of reading a stream. */
interface StreamOptions extends ChoiceRange {
  /** How long the server may send only comments, in ms. */
  readonly idleTimeoutMs: number;
  readonly apiKey?: string;
}

/**
 * Reads a chat from server-sent events. It is complete at `[DONE]`, or when the response ends after a finish reason
 * for each choice: some servers never send `[DONE]`. Anything shorter is an error.
 */
export class StreamReader extends EventStreamReader<ProviderEvent> implements ChatReader {
  usage: ProviderUsage | null = null;
  readonly #choices = new Map<number, StreamChoice>();
  #textLength = 0;

  constructor(private readonly options: StreamOptions) {
    super(options.idleTimeoutMs);
  }

  get answered(): ReadonlySet<number> {
    return new Set(this.#choices.keys());
  }

  protected closed(): void {
    if (this.#choices.size === 0) throw connectionClosed();
    const cutOff = [...this.#choices.values()].some(({ ended }) => !ended);
    if (cutOff) throw providerFailed('its stream ended before the answer was complete');
    this.#finish();
  }

  protected take(data: string): void {
    if (data === '[DONE]') return this.#finish();
    const completion: Completion = parseObject(data, 'an event of its stream');
    if (completion.error !== undefined && completion.error !== null)
      throw errorFrom(null, completion, undefined, this.options.apiKey);
    if (!this.begun) this.#begin(completion);
    for (const choice of choicesOf(completion)) {
      const index = choice.index ?? 0;
      if (isIndex(index, this.options.count)) this.#textLength += this.#choice(index).take(choice, this.events);
    }
    if (this.#textLength > maxAnswerLength) throw providerFailed('its answer is too large');
    // Some servers send usage in every event; the last one counts.
    if (completion.usage) this.usage = usageOf(completion) ?? this.usage;
  }

  #begin(completion: Completion): void {
    this.begun = true;
    const said = servedBy(completion);
    if (said !== undefined) this.events.push({ type: 'served_by', servedBy: said });
  }

  #choice(index: number): StreamChoice {
    let choice = this.#choices.get(index);
    if (choice === undefined) this.#choices.set(index, (choice = new StreamChoice(this.options.first + index)));
    return choice;
  }

  #finish(): void {
    // A stream without a choice is an empty answer.
    if (this.#choices.size === 0) this.#choice(0);
    for (const choice of this.#choices.values()) choice.finish(this.events);
    this.begun = true;
    this.complete = true;
  }
}

/** One choice of a stream. */
class StreamChoice {
  readonly #message: MessageReader;
  #reason: unknown = null;

  constructor(index: number) {
    this.#message = new MessageReader(index);
  }

  /** Whether the server has sent the end of the answer with its finish reason. */
  get ended(): boolean {
    return this.#reason !== null;
  }

  /** Takes the choice's part of one event. @returns the length of its texts */
  take(choice: CompletionChoice, events: ProviderEvent[]): number {
    const { delta, finish_reason: reason } = choice;
    if (reason !== undefined && reason !== null && reason !== '') this.#reason = reason;
    return this.#message.take(delta ?? {}, choice, events);
  }

  finish(events: ProviderEvent[]): void {
    this.#message.finish(this.#reason, events);
  }
}
