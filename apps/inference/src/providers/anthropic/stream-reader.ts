import { EventStreamReader } from '../http/event-stream-reader.js';
import type { ChatReader, ChoiceRange } from '../http/http-call.js';
import { connectionClosed, errorFrom, providerFailed } from '../http/provider-errors.js';
import { maxAnswerLength, parseObject } from '../http/response-bodies.js';
import type { ProviderEvent, ProviderUsage } from '../model-provider.js';
import { BlockReader } from './block-reader.js';
import {
  type AnswerBlock,
  type AnswerMessage,
  type AnswerUsage,
  type BlockDelta,
  servedBy,
  usageOf,
} from './message-shapes.js';

/** What is read of an event. */
interface StreamEvent {
  type?: unknown;
  index?: unknown;
  message?: AnswerMessage | null;
  content_block?: AnswerBlock | null;
  delta?: (BlockDelta & { stop_reason?: unknown }) | null;
  usage?: AnswerUsage | null;
}

/** Reads an answer from server-sent events. It is complete at `message_stop`; anything shorter is an error. */
export class MessageStreamReader extends EventStreamReader<ProviderEvent> implements ChatReader {
  readonly answered: ReadonlySet<number> = new Set([0]);
  readonly #blocks: BlockReader;
  #usage: AnswerUsage = {};
  #reason: unknown;
  #textLength = 0;

  /** @param idleTimeoutMs how long the server may send only comments. @param apiKey redacted from errors. */
  constructor(
    { first }: ChoiceRange,
    idleTimeoutMs: number,
    private readonly apiKey?: string,
  ) {
    super(idleTimeoutMs);
    this.#blocks = new BlockReader(first);
  }

  get usage(): ProviderUsage | null {
    return usageOf(this.#usage);
  }

  protected take(data: string): void {
    const event: StreamEvent = parseObject(data, 'an event of its stream');
    const { index, content_block: block, delta } = event;
    const position = typeof index === 'number' ? index : 0;
    switch (event.type) {
      case 'error':
        throw errorFrom(null, event, undefined, this.apiKey);
      case 'message_start':
        return this.#begin(event.message ?? {});
      case 'content_block_start':
        return this.#count(this.#blocks.start(position, block ?? {}, this.events));
      case 'content_block_delta':
        return this.#count(this.#blocks.delta(position, delta ?? {}, this.events));
      case 'content_block_stop':
        return this.#blocks.stop(position, this.events);
      case 'message_delta':
        this.#reason = delta?.stop_reason ?? this.#reason;
        return this.#addUsage(event.usage);
      case 'message_stop':
        return this.#finish();
    }
  }

  protected closed(): void {
    if (!this.begun) throw connectionClosed();
    if (this.#reason === undefined || this.#reason === null)
      throw providerFailed('its stream ended before the answer was complete');
    this.#finish();
  }

  #begin({ usage }: AnswerMessage): void {
    this.begun = true;
    this.#addUsage(usage);
    if (usage) this.events.push(...servedBy(usage));
  }

  /** Later events have only the counts that changed. */
  #addUsage(usage: AnswerUsage | null | undefined): void {
    const known = Object.entries(usage ?? {}).filter(([, count]) => count !== null && count !== undefined);
    this.#usage = { ...this.#usage, ...Object.fromEntries(known) };
  }

  #count(length: number): void {
    this.begun = true;
    this.#textLength += length;
    if (this.#textLength > maxAnswerLength) throw providerFailed('its answer is too large');
  }

  #finish(): void {
    this.#blocks.finish(this.#reason, this.events);
    this.begun = true;
    this.complete = true;
  }
}
