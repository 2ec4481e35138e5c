import { StringDecoder } from 'node:string_decoder';
import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { ProviderEvent, ProviderUsage } from '../model-provider.js';
import { choiceIndex, type ChatReader, type ChoiceRange } from '../http/chat-reader.js';
import { choicesOf, usageOf, type Completion } from './completion-shapes.js';
import { MAX_ANSWER_LENGTH, MAX_EVENT_LENGTH } from '../http/limits.js';
import { parseObject } from '../http/json-body.js';
import { StreamChoice } from './stream-choice.js';
import { connectionClosed, providerFailed, providerSilent, errorFrom } from '../http/provider-errors.js';
import { withoutMark } from '../http/json-body.js';

/** What a stream is read by. */
export interface StreamOptions extends ChoiceRange {
  /** How long the server may send nothing but comments, in ms: they keep a connection, and say nothing of the answer. */
  readonly idleTimeoutMs: number;
  /** Ours, to be kept out of errors. */
  readonly apiKey?: string;
}

/**
 * Reads a chat that comes as server-sent events.
 *
 * It is whole at `[DONE]`, or when the server, having sent a finish reason for each choice, ends the response in good order (some never
 * send `[DONE]`). Anything shorter was cut off and is an error.
 */
export class StreamReader implements ChatReader {
  complete = false;
  begun = false;
  usage: ProviderUsage | null = null;
  private readonly decoder = new StringDecoder('utf8');
  private readonly parser: EventSourceParser;
  private readonly choices = new Map<number, StreamChoice>();
  private events: ProviderEvent[] = [];
  private textLength = 0;
  private alive = true;
  /** Whether the first text has come; a character may take several reads. */
  private hasText = false;
  private aliveAt = performance.now();

  constructor(private readonly options: StreamOptions) {
    this.parser = createParser({
      maxBufferSize: MAX_EVENT_LENGTH,
      onEvent: ({ data }) => this.take(data),
      onError: (error) => {
        // Fields that the parser does not know are no fault: the specification says to ignore them.
        if (error.type === 'max-buffer-size-exceeded')
          throw providerFailed('an event of its stream is too large', error);
      },
    });
  }

  get answered(): ReadonlySet<number> {
    return new Set(this.choices.keys());
  }

  read(bytes: Buffer, events: ProviderEvent[]): void {
    this.events = events;
    this.alive = false;
    this.parser.feed(this.decode(bytes));
    const now = performance.now();
    if (this.alive) this.aliveAt = now;
    else if (now - this.aliveAt > this.options.idleTimeoutMs) throw providerSilent();
  }

  end(events: ProviderEvent[]): void {
    if (this.complete) return;
    this.events = events;
    // A last line without its line ends is still an event when it is [DONE].
    this.parser.feed('\n\n');
    if (this.complete) return;
    if (this.choices.size === 0) throw connectionClosed();
    const cutOff = [...this.choices.values()].some(({ ended }) => !ended);
    if (cutOff) throw providerFailed('its stream ended in the middle of the answer');
    this.finish();
  }

  private decode(bytes: Buffer): string {
    const text = this.decoder.write(bytes);
    if (this.hasText || text === '') return text;
    this.hasText = true;
    return withoutMark(text);
  }

  private take(data: string): void {
    this.alive = true;
    if (this.complete) return;
    if (data === '[DONE]') return this.finish();
    const completion: Completion = parseObject(data, 'an event of its stream');
    if (completion.error !== undefined && completion.error !== null)
      throw errorFrom(null, completion, undefined, this.options.apiKey);
    this.begun = true;
    for (const choice of choicesOf(completion)) {
      const index = choiceIndex(choice.index, 0, this.options.count);
      if (index !== null) this.textLength += this.choice(index).take(choice, this.events);
    }
    if (this.textLength > MAX_ANSWER_LENGTH) throw providerFailed('its answer is too large');
    // Some servers count along in every event; the last one holds.
    if (completion.usage) this.usage = usageOf(completion) ?? this.usage;
  }

  private choice(index: number): StreamChoice {
    let choice = this.choices.get(index);
    if (choice === undefined) this.choices.set(index, (choice = new StreamChoice(this.options.first + index)));
    return choice;
  }

  private finish(): void {
    // A stream without a choice is an empty answer.
    if (this.choices.size === 0) this.choice(0);
    for (const choice of this.choices.values()) choice.finish(this.events);
    this.begun = true;
    this.complete = true;
  }
}
