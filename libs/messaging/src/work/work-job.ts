import type { CallContext } from '@earshot/contracts-core';
import { toWireError, type WireError } from '@earshot/errors';
import type { CallSpan } from '@earshot/telemetry';
import { MissingTopicsError } from '../broker/broker.port.js';
import type { OutgoingFrame } from '../send/frame-sender.js';
import { queueFull, recordTooLarge } from '../lane.errors.js';
import type { ResendFrame, WorkFrame } from '../wire/frames.js';
import type { WorkContext } from './work-handler.js';
import { maxFramesLength, maxReplayChunks, maxReplayLength, maxPendingLength } from '../limits.js';

const nothingObserved: Readonly<Record<string, number>> = Object.freeze({});

/** One attempt on the worker's side: collects what is to be said, keeps what was said in case it got lost. */
export class WorkJob implements OutgoingFrame, WorkContext {
  readonly id: string;
  readonly attempt: number;
  call: CallContext;
  readonly deadlineAt: number;
  readonly observed: Readonly<Record<string, number>>;
  /** ReplyTopic of the caller. */
  readonly caller: string;
  /** Whether a frame of this job waits to be sent. */
  queued = false;
  /** Whether the caller was told anything, or will be in a moment: the first frame says that the job was accepted. */
  get isAnnounced(): boolean {
    return this.queued || this.#announced;
  }
  /** ms since 1970; only valid while the caller pauses the job. */
  pausedSince = 0;
  finishedAt: number | undefined;
  /** Set by the server: lets go of the handler. */
  stop: () => void = () => undefined;
  /** Set by the server: there is more to say. */
  say: () => void = () => undefined;
  /** Set by the server. */
  callerGone: () => void = () => undefined;
  /** While the caller can take no more. */
  #pausedByCaller: Promise<void> | undefined;
  #resume: () => void = () => undefined;
  /** While as much waits to be sent as goes into a frame, and the handler for it. */
  #bufferFull: Promise<void> | undefined;
  #freeBuffer: () => void = () => undefined;
  #abort: AbortController | undefined;
  #aborted = false;
  /** Chunks as JSON: those said already, as far as they are kept, then those to be said. */
  #kept: string[] = [];
  #keptLength = 0;
  #firstKept = 0;
  #nextSeq = 0;
  #pendingLength = 0;
  #failure: WireError | undefined;
  #announced = false;
  #span: CallSpan | undefined;

  constructor(frame: WorkFrame, caller: string) {
    this.id = frame.id;
    this.attempt = frame.attempt;
    this.call = { requestId: frame.request_id, traceparent: frame.traceparent };
    this.deadlineAt = frame.deadline;
    this.observed = frame.observed ?? nothingObserved;
    this.caller = caller;
  }

  // Made when first asked for: many handlers never look.
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#aborted) this.#abort.abort();
    }
    return this.#abort.signal;
  }

  /** See {@link WorkContext}. */
  get paused(): Promise<void> | undefined {
    if (this.#pausedByCaller !== undefined || this.#aborted || this.#pendingLength <= maxFramesLength)
      return this.#pausedByCaller;
    return (this.#bufferFull ??= new Promise((resolve) => (this.#freeBuffer = resolve)));
  }

  get isPausedByCaller(): boolean {
    return this.#pausedByCaller !== undefined;
  }

  /** How many of its chunks are on their way or were; less again after {@link rewind}. */
  get sentChunks(): number {
    return this.#nextSeq;
  }

  /** Whether something of it has still to be sent. */
  get hasPending(): boolean {
    return this.#pendingLength > 0;
  }

  get isFinished(): boolean {
    return this.finishedAt !== undefined;
  }

  /** @returns why the chunk was not taken, if it was not: it is too large, or more waits to be sent than may. */
  add(chunk: unknown): Error | undefined {
    const text = encoded(chunk);
    if (text instanceof Error) return text;
    if (text.length > maxFramesLength) return recordTooLarge();
    if (this.#pendingLength + text.length > maxPendingLength) return queueFull();
    this.#kept.push(text);
    this.#keptLength += text.length;
    this.#pendingLength += text.length;
    return undefined;
  }

  /** What comes of it belongs to this span, which ends with it. */
  trace(span: CallSpan | undefined): void {
    if (span === undefined) return;
    this.#span = span;
    this.call = span.call;
  }

  finish(error?: unknown): void {
    if (this.isFinished) return;
    this.finishedAt = Date.now();
    this.#span?.end(error);
    if (error !== undefined) this.#failure = toWireError(error);
  }

  /** The caller can't take more for now, or can again. */
  pause(paused: boolean): void {
    this.#resume();
    this.pausedSince = Date.now();
    this.#pausedByCaller = paused && !this.#aborted ? new Promise((resolve) => (this.#resume = resolve)) : undefined;
  }

  /** Nobody waits any more: the handler is told, and nothing is said any more. */
  abort(): void {
    this.#aborted = true;
    this.pause(false);
    this.#resumeHandler();
    this.#abort?.abort();
    this.stop();
  }

  encode(): string {
    this.queued = false;
    this.#announced = true;
    const begin = this.#nextSeq - this.#firstKept;
    let end = begin;
    let length = 0;
    while (end < this.#kept.length && (end === begin || length < maxFramesLength)) {
      length += this.#kept[end]?.length ?? 0;
      end += 1;
    }
    const isAll = end === this.#kept.length;
    const text = this.#frame(this.#nextSeq, this.#kept.slice(begin, end), isAll && this.isFinished);
    this.#nextSeq += end - begin;
    this.#pendingLength = Math.max(0, this.#pendingLength - length);
    if (this.#pendingLength <= maxFramesLength) this.#resumeHandler();
    this.#trim();
    if (!isAll) this.say();
    return text;
  }

  /** Where the caller's inbox is still there, the caller notices the gap and asks again. */
  failed(cause: unknown): void {
    this.queued = false;
    if (cause instanceof MissingTopicsError) this.callerGone();
  }

  /** Goes back to what the caller misses. @returns false: not all of that is kept. */
  rewind({ from }: ResendFrame): boolean {
    if (from < this.#firstKept || from > this.#firstKept + this.#kept.length) return false;
    this.#nextSeq = Math.min(this.#nextSeq, from);
    return true;
  }

  #resumeHandler(): void {
    this.#freeBuffer();
    this.#bufferFull = undefined;
  }

  #frame(seq: number, chunks: readonly string[], ends: boolean): string {
    const said = chunks.length === 0 ? '' : `,"chunks":[${chunks.join(',')}]`;
    const failed = this.#failure === undefined ? ',"done":true' : `,"failed":${JSON.stringify(this.#failure)}`;
    return `{"t":"reply","id":"${this.id}","attempt":${this.attempt},"seq":${seq}${said}${ends ? failed : ''}}`;
  }

  /** Lets go of the oldest of what was said. */
  #trim(): void {
    const said = this.#nextSeq - this.#firstKept;
    let drop = 0;
    while (drop < said && (this.#kept.length - drop > maxReplayChunks || this.#keptLength > maxReplayLength)) {
      this.#keptLength -= this.#kept[drop]?.length ?? 0;
      drop += 1;
    }
    if (drop === 0) return;
    this.#kept.splice(0, drop);
    this.#firstKept += drop;
  }
}

/** The chunk as JSON; the reason if it can't be (a bigint, a cycle, nothing at all), which is its handler's fault and nobody else's. */
function encoded(chunk: unknown): string | Error {
  try {
    return (JSON.stringify(chunk) as string | undefined) ?? new TypeError('A chunk must be a JSON value.');
  } catch (error) {
    return error as Error;
  }
}
