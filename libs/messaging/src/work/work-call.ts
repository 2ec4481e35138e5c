import { AppError, fromWireError } from '@earshot/errors';
import type { Subscriber } from 'rxjs';
import type { OutgoingFrame } from '../send/frame-sender.js';
import { workerLost } from '../lane.errors.js';
import type { ReplyFrame } from '../wire/frames.js';

/** One request from the caller's side: which attempt counts, what has arrived of its answer. */
export class WorkCall {
  readonly id: string;
  readonly deadlineAt: number;
  partition = -1;
  attempt = 0;
  sentAt = 0;
  /** Since when nobody has had it, ms since 1970. */
  unclaimedSince = Date.now();
  /** ReplyTopic of the worker that accepted this attempt. */
  worker: string | undefined;
  lastFrameAt = 0;
  /** When what is missing was asked for, ms of the clock; 0 where nothing is missing. */
  resendRequestedAt = 0;
  /** How many workers refused it for having too much to do. */
  rejections = 0;
  /** How many workers died with it, as far as the caller can tell. */
  lostWorkers = 0;
  nextSeq = 0;
  ended = false;
  /** Whether this attempt waits to be sent. */
  isWaiting = false;
  /** Whether the broker did not take this attempt. */
  sendFailed = false;
  /** Why it did not, of whichever attempt was the last. */
  sendFailure: unknown;
  readonly #head: string;
  readonly #tail: string;
  readonly #subscriber: Subscriber<unknown[]>;
  /** What has come of an answer that is handed on as a whole; undefined: it is handed on as it comes. */
  #buffer: unknown[] | undefined;
  #startEmitted = false;

  /**
   * @param fields of the frame that stay the same for every attempt, as JSON without its closing brace.
   * @param buffered see {@link WorkOptions}.
   */
  constructor(id: string, deadlineAt: number, fields: string, buffered: boolean, subscriber: Subscriber<unknown[]>) {
    this.#buffer = buffered ? [] : undefined;
    this.id = id;
    this.deadlineAt = deadlineAt;
    this.#head = `{"id":"${id}","attempt":`;
    this.#tail = fields;
    this.#subscriber = subscriber;
  }

  /** Whether nothing of it was seen, so that another worker may begin anew. */
  get canRestart(): boolean {
    return this.nextSeq === 0 || this.#buffer !== undefined;
  }

  /** Begins the next attempt. @returns what is to be sent, valid as long as no other attempt has begun. */
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

  /** The attempt that has begun is not sent, and another may be at any time. */
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

  /** @returns whether something is missing before this frame: chunks from `nextSeq` on are to be sent again. */
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
    if (this.#buffer === undefined) return this.#subscriber.next(chunks as unknown[]);
    this.#buffer.push(...chunks);
    if (this.#startEmitted) return;
    this.#startEmitted = true;
    this.#subscriber.next([]);
  }

  lost(): void {
    this.fail(workerLost());
  }

  fail(error: AppError): void {
    if (this.ended) return;
    this.ended = true;
    this.#subscriber.error(error);
  }

  #complete(): void {
    if (this.ended) return;
    this.ended = true;
    if (this.#buffer !== undefined) this.#subscriber.next(this.#buffer);
    this.#subscriber.complete();
  }
}
