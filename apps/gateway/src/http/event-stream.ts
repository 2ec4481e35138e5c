import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { streamBufferBytes, streamDrainMs, streamHoldBytes, streamIdleMs } from './limits.js';

/** Where the events come from. */
export interface EventSource {
  /** Asks for nothing more until {@link release}. */
  hold(): void;
  release(): void;
}

/**
 * An answer of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). It begins with the first write. A client
 * that reads slowly holds up the source. One that does not read is cut off: its connection closes, as if it had gone away by itself.
 */
export class EventStream {
  readonly #reply: FastifyReply;
  readonly #raw: ServerResponse;
  #idle: NodeJS.Timeout | undefined;
  #stuck: NodeJS.Timeout | undefined;

  constructor(
    reply: FastifyReply,
    private readonly source: EventSource,
  ) {
    this.#reply = reply;
    this.#raw = reply.raw;
  }

  /** Whether the status line is out, so that an ordinary error answer is not possible any more. */
  get begun(): boolean {
    return this.#idle !== undefined;
  }

  /** Sends whole events, each ended by an empty line. */
  write(events: string): void {
    if (this.#idle === undefined) this.#begin();
    else this.#idle.refresh();
    this.#watch(this.#raw.write(events));
  }

  /** Sends the last events and ends the answer. */
  end(events: string): void {
    if (this.#idle === undefined) this.#begin();
    clearTimeout(this.#idle);
    this.#raw.end(events);
    this.#watch(this.#raw.writableFinished);
  }

  #begin(): void {
    const raw = this.#raw;
    this.#reply.hijack();
    raw.writeHead(200, {
      ...(this.#reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      // Tells nginx not to gather the events of a stream.
      'x-accel-buffering': 'no',
    });
    this.#idle = setTimeout(() => this.write(': keep-alive\n\n'), streamIdleMs);
    raw.on('drain', () => this.#release());
    raw.once('close', () => {
      clearTimeout(this.#idle);
      this.#release();
    });
  }

  #watch(taken: boolean): void {
    if (taken) return;
    if (this.#raw.writableLength > streamBufferBytes) this.#raw.destroy();
    else {
      if (this.#raw.writableLength > streamHoldBytes) this.source.hold();
      this.#stuck ??= setTimeout(() => this.#raw.destroy(), streamDrainMs);
    }
  }

  #release(): void {
    clearTimeout(this.#stuck);
    this.#stuck = undefined;
    this.source.release();
  }
}
