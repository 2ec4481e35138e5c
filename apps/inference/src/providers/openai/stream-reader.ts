import {
  choicesOf,
  type Completion,
  type CompletionChoice,
  isIndex,
  servedBy,
  MAX_ANSWER_LENGTH,
  usageOf,
} from './completion-shapes.js';
import { StringDecoder } from 'node:string_decoder';
import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { ProviderEvent, ProviderUsage } from '../model-provider.js';
import type { ChatReader, ChoiceRange } from '../http/http-call.js';
import { parseObject, withoutMark } from '../http/response-bodies.js';
import { connectionClosed, errorFrom, providerFailed, providerSilent } from '../http/provider-errors.js';
import { MessageReader } from './message-reader.js';

/** One event of a stream, in UTF-16 units: events hold a token or a few, logprobs included. */
const MAX_EVENT_LENGTH = 1024 * 1024;

/** What a stream is read by. */
interface StreamOptions extends ChoiceRange {
  /** How long the server may send only comments, in ms. */
  readonly idleTimeoutMs: number;
  readonly apiKey?: string;
}

/**
 * Reads a chat from server-sent events. It is complete at `[DONE]`, or when the response ends after a finish reason
 * for each choice: some servers never send `[DONE]`. Anything shorter is an error.
 */
export class StreamReader implements ChatReader {
  complete = false;
  begun = false;
  usage: ProviderUsage | null = null;
  readonly #decoder = new StringDecoder('utf8');
  readonly #parser: EventSourceParser;
  readonly #choices = new Map<number, StreamChoice>();
  #events: ProviderEvent[] = [];
  #textLength = 0;
  #alive = true;
  /** Whether the first text has come; a character may take several reads. */
  #hasText = false;
  #aliveAt = performance.now();

  constructor(private readonly options: StreamOptions) {
    this.#parser = createParser({
      maxBufferSize: MAX_EVENT_LENGTH,
      onEvent: ({ data }) => this.#take(data),
      onError: (error) => {
        // Unknown fields are ignored, as the specification says.
        if (error.type === 'max-buffer-size-exceeded')
          throw providerFailed('an event of its stream is too large', error);
      },
    });
  }

  get answered(): ReadonlySet<number> {
    return new Set(this.#choices.keys());
  }

  read(bytes: Buffer, events: ProviderEvent[]): void {
    this.#events = events;
    this.#alive = false;
    this.#parser.feed(this.#decode(bytes));
    const now = performance.now();
    if (this.#alive) this.#aliveAt = now;
    else if (now - this.#aliveAt > this.options.idleTimeoutMs) throw providerSilent();
  }

  end(events: ProviderEvent[]): void {
    if (this.complete) return;
    this.#events = events;
    // A final [DONE] counts without its line ends.
    this.#parser.feed('\n\n');
    if (this.complete) return;
    if (this.#choices.size === 0) throw connectionClosed();
    const cutOff = [...this.#choices.values()].some(({ ended }) => !ended);
    if (cutOff) throw providerFailed('its stream ended before the answer was complete');
    this.#finish();
  }

  #decode(bytes: Buffer): string {
    const text = this.#decoder.write(bytes);
    if (this.#hasText || text === '') return text;
    this.#hasText = true;
    return withoutMark(text);
  }

  #take(data: string): void {
    this.#alive = true;
    if (this.complete) return;
    if (data === '[DONE]') return this.#finish();
    const completion: Completion = parseObject(data, 'an event of its stream');
    if (completion.error !== undefined && completion.error !== null)
      throw errorFrom(null, completion, undefined, this.options.apiKey);
    if (!this.begun) this.#begin(completion);
    for (const choice of choicesOf(completion)) {
      const index = choice.index ?? 0;
      if (isIndex(index, this.options.count)) this.#textLength += this.#choice(index).take(choice, this.#events);
    }
    if (this.#textLength > MAX_ANSWER_LENGTH) throw providerFailed('its answer is too large');
    // Some servers send usage in every event; the last one counts.
    if (completion.usage) this.usage = usageOf(completion) ?? this.usage;
  }

  #begin(completion: Completion): void {
    this.begun = true;
    const said = servedBy(completion);
    if (said !== undefined) this.#events.push({ type: 'served_by', servedBy: said });
  }

  #choice(index: number): StreamChoice {
    let choice = this.#choices.get(index);
    if (choice === undefined) this.#choices.set(index, (choice = new StreamChoice(this.options.first + index)));
    return choice;
  }

  #finish(): void {
    // A stream without a choice is an empty answer.
    if (this.#choices.size === 0) this.#choice(0);
    for (const choice of this.#choices.values()) choice.finish(this.#events);
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

  /** Whether the server has said that, and why, it ended. */
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
