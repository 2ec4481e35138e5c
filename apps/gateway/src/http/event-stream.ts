import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { streamIdleMs, streamBufferBytes, streamDrainMs, streamHoldBytes, streamPieceBytes } from './limits.js';

/** Source of a streamed response. */
export interface AnswerSource {
  pause(): void;
  resume(): void;
}

/**
 * A streamed body with backpressure: a slow client pauses the source; one that reads nothing for `streamDrainMs` is
 * disconnected.
 */
class PacedAnswer {
  // A socket reports only complete writes, so small pieces show that a slow client reads.
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #ended = false;
  #paused = false;
  #drainTimer: NodeJS.Timeout | undefined;

  /** @param raw has sent its headers. @param holdBytes unread bytes at which the source is paused. */
  constructor(
    private readonly raw: ServerResponse,
    private readonly source: AnswerSource,
    private readonly holdBytes: number,
  ) {
    raw.once('close', () => {
      this.#waiting.length = 0;
      clearTimeout(this.#drainTimer);
      this.#resume();
    });
    // A pipelined response has no socket before its turn.
    raw.once('socket', () => this.#watch());
  }

  write(text: string): void {
    if (this.raw.destroyed) return;
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += streamPieceBytes) {
      this.#waiting.push(bytes.subarray(at, at + streamPieceBytes));
    }
    this.#waitingBytes += bytes.length;
    this.#flush();
    const unread = this.#waitingBytes + this.raw.writableLength;
    if (unread > streamBufferBytes) this.raw.destroy();
    else if (unread > this.holdBytes) this.#pause();
  }

  /** Ends the response once the client has read the rest. */
  end(text: string): void {
    this.#ended = true;
    this.write(text);
  }

  #flush(): void {
    const { raw } = this;
    while (!this.#isFull()) {
      const piece = this.#waiting.shift();
      if (piece === undefined) break;
      this.#waitingBytes -= piece.length;
      raw.write(piece, this.#written);
    }
    if (this.#ended && this.#waiting.length === 0) raw.end();
    this.#watch();
  }

  readonly #written = (error?: Error | null): void => {
    if (error || this.raw.destroyed) return;
    clearTimeout(this.#drainTimer);
    this.#drainTimer = undefined;
    this.#flush();
    if (!this.#isFull()) this.#resume();
  };

  #watch(): void {
    if (this.raw.socket === null || !(this.#isFull() || this.raw.writableEnded)) return;
    this.#drainTimer ??= setTimeout(() => this.raw.destroy(), streamDrainMs);
  }

  #isFull(): boolean {
    return this.raw.writableLength >= streamPieceBytes;
  }

  #pause(): void {
    this.#paused = true;
    this.source.pause();
  }

  #resume(): void {
    if (this.#paused) this.source.resume();
    this.#paused = false;
  }
}

/**
 * A response of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). The first write
 * starts it.
 */
export class EventStream {
  #answer: PacedAnswer | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param holdBytes unread bytes at which the source is paused. */
  constructor(
    private readonly reply: FastifyReply,
    private readonly source: AnswerSource,
    private readonly holdBytes = streamHoldBytes,
  ) {}

  /** Whether the status line is sent, so that an error can no longer have a status. */
  get begun(): boolean {
    return this.#answer !== undefined;
  }

  /** Sends whole events, each ended by an empty line. */
  write(events: string): void {
    this.#answer ??= this.#begin();
    this.#idle?.refresh();
    this.#answer.write(events);
  }

  /** Sends the last events and ends the response. */
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
      // Turns off response buffering in nginx.
      'x-accel-buffering': 'no',
    });
    this.#idle = setTimeout(() => this.write(': keep-alive\n\n'), streamIdleMs);
    raw.once('close', () => clearTimeout(this.#idle));
    return new PacedAnswer(raw, this.source, this.holdBytes);
  }
}
