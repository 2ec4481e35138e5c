import { queueFull, recordTooLarge } from '../lane.errors.js';
import { maxFramesLength, maxPendingLength, maxReplayChunks, maxReplayLength } from '../limits.js';

/** The chunks of one answer, as JSON: unsent ones, and sent ones that are retained for a resend. */
export class SentChunks {
  /** Retained sent ones, then unsent ones. */
  #chunks: string[] = [];
  #chunksLength = 0;
  #firstSeq = 0;
  #nextSeq = 0;
  #pendingLength = 0;

  /** Number of the next chunk to send; decreases with {@link rewind}. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** Length of unsent chunks, in UTF-16 units. */
  get pendingLength(): number {
    return this.#pendingLength;
  }

  /** Queues a chunk. @returns the error if it is no JSON, too large, or the queue is full. */
  add(chunk: unknown): Error | undefined {
    const text = encoded(chunk);
    if (text instanceof Error) return text;
    if (text.length > maxFramesLength) return recordTooLarge();
    if (this.#pendingLength + text.length > maxPendingLength) return queueFull();
    this.#chunks.push(text);
    this.#chunksLength += text.length;
    this.#pendingLength += text.length;
    return undefined;
  }

  /** Takes chunks for one frame. @returns them, and whether none is left. */
  take(): { chunks: readonly string[]; isAll: boolean } {
    const begin = this.#nextSeq - this.#firstSeq;
    let end = begin;
    let length = 0;
    while (end < this.#chunks.length && (end === begin || length < maxFramesLength)) {
      length += this.#chunks[end]?.length ?? 0;
      end += 1;
    }
    this.#nextSeq += end - begin;
    this.#pendingLength = Math.max(0, this.#pendingLength - length);
    return { chunks: this.#chunks.slice(begin, end), isAll: end === this.#chunks.length };
  }

  /** The chunks from this one on were not sent. */
  putBack(from: number): void {
    this.#nextSeq = Math.min(this.#nextSeq, from);
    const unsent = this.#chunks.slice(this.#nextSeq - this.#firstSeq);
    this.#pendingLength = unsent.reduce((total, { length }) => total + length, 0);
  }

  /** Goes back to the first missing chunk. @returns false if it is no longer retained. */
  rewind(from: number): boolean {
    if (from < this.#firstSeq || from > this.#firstSeq + this.#chunks.length) return false;
    this.#nextSeq = Math.min(this.#nextSeq, from);
    return true;
  }

  /** Drops the oldest chunks that the broker has. */
  trim(): void {
    const sent = this.#nextSeq - this.#firstSeq;
    let drop = 0;
    while (drop < sent && (this.#chunks.length - drop > maxReplayChunks || this.#chunksLength > maxReplayLength)) {
      this.#chunksLength -= this.#chunks[drop]?.length ?? 0;
      drop += 1;
    }
    if (drop === 0) return;
    this.#chunks.splice(0, drop);
    this.#firstSeq += drop;
  }
}

/** Encodes a chunk; returns the error if it is not JSON (a bigint, a cycle, undefined). */
function encoded(chunk: unknown): string | Error {
  try {
    return (JSON.stringify(chunk) as string | undefined) ?? new TypeError('A chunk must be a JSON value.');
  } catch (error) {
    return error as Error;
  }
}
