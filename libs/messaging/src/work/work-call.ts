import { AppError, fromWireError } from '@earshot/errors';
import type { Subscriber } from 'rxjs';
import type { OutgoingFrame } from '../send/frame-sender.js';
import { workerLost } from '../lane.errors.js';
import type { ReplyFrame } from '../wire/frames.js';

/** One request on the caller side: its current attempt and received chunks. */
export class WorkCall {
  partition = -1;
  attempt = 0;
  sentAt = 0;
  /** Since when no worker has accepted it, ms since 1970. */
  unclaimedSince = Date.now();
  /** Reply topic of the worker that accepted this attempt. */
  worker: string | undefined;
  lastFrameAt = 0;
  /** When a resend was requested, ms since 1970; 0 if nothing is missing. */
  resendRequestedAt = 0;
  /** How many workers rejected it with `queue_full`. */
  rejections = 0;
  /** How many workers were lost during the request. */
  lostWorkers = 0;
  nextSeq = 0;
  ended = false;
  /** Whether this attempt waits in the send queue. */
  isWaiting = false;
  /** Whether the broker rejected this attempt. */
  sendFailed = false;
  /** Why the last rejected attempt was rejected. */
  sendFailure: unknown;
  readonly #head: string;
  readonly #tail: string;
  /** Chunks of a buffered request; undefined: chunks are emitted as they arrive. */
  #buffer: unknown[] | undefined;
  #startEmitted = false;

  /**
   * @param fields fields that are the same for every attempt, as JSON without the closing brace.
   * @param buffered see {@link WorkOptions}.
   */
  constructor(
    readonly id: string,
    readonly deadlineAt: number,
    fields: string,
    buffered: boolean,
    private readonly subscriber: Subscriber<unknown[]>,
  ) {
    this.#buffer = buffered ? [] : undefined;
    this.#head = `{"id":"${id}","attempt":`;
    this.#tail = fields;
  }

  /** Whether no chunk was emitted, so that another worker may start again. */
  get canRestart(): boolean {
    return this.nextSeq === 0 || this.#buffer !== undefined;
  }

  /** Starts the next attempt. @returns its frame, valid until the attempt after it. */
  begin(partition: number, now: number): OutgoingFrame {
    const attempt = this.attempt + 1;
    this.partition = partition;
    this.attempt = attempt;
    this.sentAt = now;
    this.isWaiting = true;
    this.sendFailed = false;
    if (this.worker !== undefined) this.unclaimedSince = now;
    this.worker = undefined;
    this.resendRequestedAt = 0;
    this.nextSeq = 0;
    if (this.#buffer !== undefined) this.#buffer = [];
    return {
      encode: () => (this.attempt === attempt ? this.#encode() : undefined),
      failed: (cause) => {
        if (this.attempt === attempt) this.#failed(cause);
      },
    };
  }

  /** Cancels the send of the current attempt; the next sweep retries. */
  postpone(): void {
    this.isWaiting = false;
    this.sendFailed = true;
    this.sentAt = 0;
  }

  #encode(): string | undefined {
    this.isWaiting = false;
    if (this.ended) return undefined;
    this.sentAt = Date.now();
    return `${this.#head}${this.attempt},"sent":${this.sentAt},${this.#tail}}`;
  }

  #failed(cause: unknown): void {
    this.isWaiting = false;
    this.sendFailed = true;
    this.sendFailure = cause;
    if (cause instanceof AppError) this.fail(cause);
  }

  /** @returns whether chunks before this frame are missing: request a resend from `nextSeq`. */
  receive({ seq, chunks, done, failed }: ReplyFrame): boolean {
    if (seq > this.nextSeq) return true;
    if (chunks !== undefined) {
      const fresh = seq === this.nextSeq ? chunks : chunks.slice(this.nextSeq - seq);
      if (fresh.length > 0) {
        this.nextSeq += fresh.length;
        this.#take(fresh);
      }
    }
    if (failed !== undefined) this.fail(fromWireError(failed));
    else if (done === true) this.#complete();
    return false;
  }

  #take(chunks: readonly unknown[]): void {
    if (this.#buffer === undefined) return this.subscriber.next(chunks as unknown[]);
    this.#buffer.push(...chunks);
    if (this.#startEmitted) return;
    this.#startEmitted = true;
    this.subscriber.next([]);
  }

  lost(): void {
    this.fail(workerLost());
  }

  fail(error: AppError): void {
    if (this.ended) return;
    this.ended = true;
    this.subscriber.error(error);
  }

  #complete(): void {
    if (this.ended) return;
    this.ended = true;
    if (this.#buffer !== undefined) this.subscriber.next(this.#buffer);
    this.subscriber.complete();
  }
}
