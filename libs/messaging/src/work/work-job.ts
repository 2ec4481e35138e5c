import type { CallContext } from '@earshot/contracts-core';
import { AppError, toWireError, type WireError } from '@earshot/errors';
import type { CallSpan } from '@earshot/telemetry';
import { MissingTopicsError } from '../broker/broker.port.js';
import type { OutgoingFrame } from '../send/frame-sender.js';
import type { ResendFrame, WorkFrame } from '../wire/frames.js';
import type { WorkContext } from './work-handler.js';
import { maxFramesLength } from '../limits.js';
import { SentChunks } from './sent-chunks.js';

const nothingObserved: Readonly<Record<string, number>> = Object.freeze({});

/** One attempt on the worker side: queues chunks and retains sent ones for a resend. */
export class WorkJob implements OutgoingFrame, WorkContext {
  readonly id: string;
  readonly attempt: number;
  call: CallContext;
  readonly deadlineAt: number;
  readonly observed: Readonly<Record<string, number>>;
  /** Whether a frame of this job waits in the send queue. */
  queued = false;
  /** Whether the first frame, which acknowledges the job, was sent or is queued. */
  get isAnnounced(): boolean {
    return this.queued || this.#announced;
  }
  /** ms since 1970; only valid while the caller pauses the job. */
  pausedSince = 0;
  finishedAt: number | undefined;
  /** Set by the server: releases the handler. */
  stop: () => void = () => undefined;
  /** Set by the server: queues the next frame. */
  onPending: () => void = () => undefined;
  /** Set by the server: the reply topic of the caller is gone. */
  onCallerLost: () => void = () => undefined;
  /** Pending while the caller pauses the job. */
  #pausedByCaller: Promise<void> | undefined;
  #resume: () => void = () => undefined;
  /** Pending while a full frame waits to be sent. */
  #bufferFull: Promise<void> | undefined;
  #freeBuffer: () => void = () => undefined;
  #abort: AbortController | undefined;
  #aborted = false;
  readonly #chunks = new SentChunks();
  #failure: WireError | undefined;
  #announced = false;
  /** The frame in flight: the number of its first chunk, and whether it is the end; undefined: none is. */
  #inFlight: { readonly seq: number; readonly ends: boolean } | undefined;
  /** Whether a frame was not sent and has to be, even without chunks. */
  #isPostponed = false;
  /** When the broker had all of it, or nobody waited any more, ms since 1970. */
  #deliveredAt: number | undefined;
  #span: CallSpan | undefined;

  constructor(
    frame: WorkFrame /** Reply topic of the caller. */,
    readonly caller: string,
  ) {
    this.id = frame.id;
    this.attempt = frame.attempt;
    const { request_id: requestId, traceparent, traced } = frame;
    this.call = { requestId, traceparent, ...(traced && { traced }) };
    this.deadlineAt = frame.deadline;
    this.observed = frame.observed ?? nothingObserved;
  }

  // Created on first use: many handlers never read it.
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#aborted) this.#abort.abort();
    }
    return this.#abort.signal;
  }

  /** See {@link WorkContext}. */
  get paused(): Promise<void> | undefined {
    if (this.#pausedByCaller !== undefined || this.#aborted || this.#chunks.pendingLength <= maxFramesLength)
      return this.#pausedByCaller;
    return (this.#bufferFull ??= new Promise((resolve) => (this.#freeBuffer = resolve)));
  }

  get isPausedByCaller(): boolean {
    return this.#pausedByCaller !== undefined;
  }

  /** How many chunks were sent; decreases with {@link rewind}. */
  get sentChunks(): number {
    return this.#chunks.nextSeq;
  }

  /** Whether something has to be sent that is not in the send queue. */
  get isUnsent(): boolean {
    if (this.#deliveredAt !== undefined) return false;
    return !this.queued && !this.#inFlight && (this.#isPostponed || this.#chunks.pendingLength > 0);
  }

  /** Whether the broker has the end, or nobody waits for it. */
  get isDelivered(): boolean {
    return this.#deliveredAt !== undefined;
  }

  /** When that was, ms since 1970. */
  get deliveredAt(): number {
    return this.#deliveredAt ?? 0;
  }

  get isFinished(): boolean {
    return this.finishedAt !== undefined;
  }

  /** Queues a chunk. @returns the error if it is no JSON, too large, or the queue is full. */
  add(chunk: unknown): Error | undefined {
    return this.#chunks.add(chunk);
  }

  /** Makes this span the parent of what the handler does; it ends with the job. */
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

  /** Backpressure from the caller. */
  pause(paused: boolean): void {
    this.#resume();
    this.pausedSince = Date.now();
    this.#pausedByCaller = paused && !this.#aborted ? new Promise((resolve) => (this.#resume = resolve)) : undefined;
  }

  /** Nobody waits for the job: aborts the handler and sends no more. */
  abort(): void {
    this.#aborted = true;
    this.pause(false);
    this.#resumeHandler();
    this.#abort?.abort();
    this.stop();
  }

  /** Nobody waits for the job any more: it is not sent again. */
  discard(): void {
    this.#deliveredAt ??= Date.now();
    this.#isPostponed = false;
  }

  /** The send queue is full. */
  postpone(): void {
    this.#isPostponed = true;
  }

  encode(): string {
    this.queued = false;
    this.#announced = true;
    this.#isPostponed = false;
    const seq = this.#chunks.nextSeq;
    const { chunks, isAll } = this.#chunks.take();
    this.#inFlight = { seq, ends: isAll && this.isFinished };
    if (this.#chunks.pendingLength <= maxFramesLength) this.#resumeHandler();
    if (!isAll) this.onPending();
    return this.#frame(seq, chunks, this.#inFlight.ends);
  }

  sent(): void {
    if (this.#inFlight?.ends === true) this.#deliveredAt ??= Date.now();
    this.#inFlight = undefined;
    this.#chunks.trim();
  }

  /** The frame is sent again with the next sweep, unless it cannot be, or the reply topic of the caller is gone. */
  failed(cause: unknown): void {
    const failed = this.#inFlight;
    this.#inFlight = undefined;
    if (cause instanceof MissingTopicsError) {
      this.queued = false;
      this.onCallerLost();
    } else if (failed !== undefined && this.#deliveredAt === undefined && !(cause instanceof AppError)) {
      this.#isPostponed = true;
      this.#chunks.putBack(failed.seq);
    }
  }

  /** Goes back to the first missing chunk and sends until the broker has the end. @returns false if that chunk is gone. */
  rewind({ from }: ResendFrame): boolean {
    const isRetained = this.#chunks.rewind(from);
    if (isRetained) this.#deliveredAt = undefined;
    return isRetained;
  }

  #resumeHandler(): void {
    this.#freeBuffer();
    this.#bufferFull = undefined;
  }

  #frame(seq: number, chunks: readonly string[], ends: boolean): string {
    const body = chunks.length === 0 ? '' : `,"chunks":[${chunks.join(',')}]`;
    const failed = this.#failure === undefined ? ',"done":true' : `,"failed":${JSON.stringify(this.#failure)}`;
    return `{"t":"reply","id":"${this.id}","attempt":${this.attempt},"seq":${seq}${body}${ends ? failed : ''}}`;
  }
}
