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
  /** Chunks as JSON: retained sent ones, then unsent ones. */
  #chunks: string[] = [];
  #chunksLength = 0;
  #firstSeq = 0;
  #nextSeq = 0;
  #pendingLength = 0;
  #failure: WireError | undefined;
  #announced = false;
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
    if (this.#pausedByCaller !== undefined || this.#aborted || this.#pendingLength <= maxFramesLength)
      return this.#pausedByCaller;
    return (this.#bufferFull ??= new Promise((resolve) => (this.#freeBuffer = resolve)));
  }

  get isPausedByCaller(): boolean {
    return this.#pausedByCaller !== undefined;
  }

  /** How many chunks were sent; decreases with {@link rewind}. */
  get sentChunks(): number {
    return this.#nextSeq;
  }

  /** Whether unsent chunks are left. */
  get hasPending(): boolean {
    return this.#pendingLength > 0;
  }

  get isFinished(): boolean {
    return this.finishedAt !== undefined;
  }

  /** Queues a chunk. @returns the error if it is too large or the queue is full. */
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

  encode(): string {
    this.queued = false;
    this.#announced = true;
    const begin = this.#nextSeq - this.#firstSeq;
    let end = begin;
    let length = 0;
    while (end < this.#chunks.length && (end === begin || length < maxFramesLength)) {
      length += this.#chunks[end]?.length ?? 0;
      end += 1;
    }
    const isAll = end === this.#chunks.length;
    const text = this.#frame(this.#nextSeq, this.#chunks.slice(begin, end), isAll && this.isFinished);
    this.#nextSeq += end - begin;
    this.#pendingLength = Math.max(0, this.#pendingLength - length);
    if (this.#pendingLength <= maxFramesLength) this.#resumeHandler();
    this.#trim();
    if (!isAll) this.onPending();
    return text;
  }

  /** The caller detects the gap and requests a resend, unless its reply topic is gone. */
  failed(cause: unknown): void {
    this.queued = false;
    if (cause instanceof MissingTopicsError) this.onCallerLost();
  }

  /** Goes back to the first missing chunk. @returns false if it is no longer retained. */
  rewind({ from }: ResendFrame): boolean {
    if (from < this.#firstSeq || from > this.#firstSeq + this.#chunks.length) return false;
    this.#nextSeq = Math.min(this.#nextSeq, from);
    return true;
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

  /** Drops the oldest sent chunks. */
  #trim(): void {
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
