import type { ServerResponse } from 'node:http';
import { streamBufferBytes, streamDrainMs, streamHoldBytes, streamPieceBytes } from './limits.js';

/** Where the text of an answer comes from. */
export interface AnswerSource {
  /** Asks for nothing more until {@link resume}. */
  pause(): void;
  resume(): void;
}

/**
 * The body of an answer that comes bit by bit, at the pace of its client. One that reads slowly holds up the source, and gets everything. One
 * that takes nothing of what waits for it for `streamDrainMs` is cut off: its connection closes, as if it had gone away by itself.
 */
export class PacedAnswer {
  // A socket tells only when all that it was given is taken. So it is given little at a time: a slow client is seen to read.
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #ended = false;
  #held = false;
  #unread: NodeJS.Timeout | undefined;

  /** @param raw has its head already. */
  constructor(
    private readonly raw: ServerResponse,
    private readonly source: AnswerSource,
  ) {
    raw.once('close', () => {
      this.#waiting.length = 0;
      clearTimeout(this.#unread);
      this.#release();
    });
    // The answer to a pipelined request has none before its turn.
    raw.once('socket', () => this.#watch());
  }

  write(text: string): void {
    if (this.raw.destroyed) return;
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += streamPieceBytes) {
      this.#waiting.push(bytes.subarray(at, at + streamPieceBytes));
    }
    this.#waitingBytes += bytes.length;
    this.#pass();
    const unread = this.#waitingBytes + this.raw.writableLength;
    if (unread > streamBufferBytes) this.raw.destroy();
    else if (unread > streamHoldBytes) this.#hold();
  }

  /** Ends the answer once its client has taken what waits. */
  end(text: string): void {
    this.#ended = true;
    this.write(text);
  }

  #pass(): void {
    const { raw } = this;
    while (!this.#isFull()) {
      const piece = this.#waiting.shift();
      if (piece === undefined) break;
      this.#waitingBytes -= piece.length;
      raw.write(piece, this.#taken);
    }
    if (this.#ended && this.#waiting.length === 0) raw.end();
    this.#watch();
  }

  readonly #taken = (error?: Error | null): void => {
    if (error || this.raw.destroyed) return;
    clearTimeout(this.#unread);
    this.#unread = undefined;
    this.#pass();
    if (!this.#isFull()) this.#release();
  };

  #watch(): void {
    if (this.raw.socket === null || !(this.#isFull() || this.raw.writableEnded)) return;
    this.#unread ??= setTimeout(() => this.raw.destroy(), streamDrainMs);
  }

  #isFull(): boolean {
    return this.raw.writableLength >= streamPieceBytes;
  }

  #hold(): void {
    this.#held = true;
    this.source.pause();
  }

  #release(): void {
    if (this.#held) this.source.resume();
    this.#held = false;
  }
}
