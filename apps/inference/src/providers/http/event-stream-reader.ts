import { StringDecoder } from 'node:string_decoder';
import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { AnswerReader } from './http-call.js';
import { withoutMark } from './response-bodies.js';
import { providerFailed, providerSilent } from './provider-errors.js';

/** One event of a stream, in UTF-16 units: events hold a token or a few, logprobs included. */
const maxEventLength = 1024 * 1024;

/** Reads an answer from server-sent events. */
export abstract class EventStreamReader<Event> implements AnswerReader<Event> {
  complete = false;
  begun = false;
  protected events: Event[] = [];
  readonly #decoder = new StringDecoder('utf8');
  readonly #parser: EventSourceParser;
  #alive = true;
  /** Whether the first text has come; a character may take several reads. */
  #hasText = false;
  #aliveAt = performance.now();

  /** @param idleTimeoutMs how long the server may send only comments. */
  constructor(private readonly idleTimeoutMs: number) {
    this.#parser = createParser({
      maxBufferSize: maxEventLength,
      onEvent: ({ data }) => {
        this.#alive = true;
        if (!this.complete) this.take(data);
      },
      onError: (error) => {
        // Unknown fields are ignored, as the specification says.
        if (error.type === 'max-buffer-size-exceeded')
          throw providerFailed('an event of its stream is too large', error);
      },
    });
  }

  read(bytes: Buffer, events: Event[]): void {
    this.events = events;
    this.#alive = false;
    this.#parser.feed(this.#decode(bytes));
    const now = performance.now();
    if (this.#alive) this.#aliveAt = now;
    else if (now - this.#aliveAt > this.idleTimeoutMs) throw providerSilent();
  }

  end(events: Event[]): void {
    if (this.complete) return;
    this.events = events;
    // A last event counts without its line ends.
    this.#parser.feed('\n\n');
    if (!this.complete) this.closed();
  }

  /** Takes the data of an event; none comes once the answer is complete. @throws AppError */
  protected abstract take(data: string): void;

  /** The stream ended before the answer was complete, as far as it shows. @throws AppError */
  protected abstract closed(): void;

  #decode(bytes: Buffer): string {
    const text = this.#decoder.write(bytes);
    if (this.#hasText || text === '') return text;
    this.#hasText = true;
    return withoutMark(text);
  }
}
