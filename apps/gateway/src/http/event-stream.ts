import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { streamIdleMs } from './limits.js';
import { PacedAnswer, type AnswerSource } from './paced-answer.js';

/**
 * An answer of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), at the pace of its client. It begins with
 * the first write.
 */
export class EventStream {
  #answer: PacedAnswer | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly reply: FastifyReply,
    private readonly source: AnswerSource,
  ) {}

  /** Whether the status line is out, so that an ordinary error answer is not possible any more. */
  get begun(): boolean {
    return this.#answer !== undefined;
  }

  /** Sends whole events, each ended by an empty line. */
  write(events: string): void {
    this.#answer ??= this.#begin();
    this.#idle?.refresh();
    this.#answer.write(events);
  }

  /** Sends the last events and ends the answer. */
  end(events: string): void {
    this.#answer ??= this.#begin();
    clearTimeout(this.#idle);
    this.#answer.end(events);
  }

  #begin(): PacedAnswer {
    const { raw } = this.reply;
    this.reply.hijack();
    raw.writeHead(200, {
      ...(this.reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      // Tells nginx not to gather the events of a stream.
      'x-accel-buffering': 'no',
    });
    this.#idle = setTimeout(() => this.write(': keep-alive\n\n'), streamIdleMs);
    raw.once('close', () => clearTimeout(this.#idle));
    return new PacedAnswer(raw, this.source);
  }
}
