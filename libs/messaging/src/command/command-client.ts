import type { CallContext, CommandContract } from '@earshot/contracts-core';
import { AppError, fromWireError } from '@earshot/errors';
import { v7 } from 'uuid';
import type { ReplyTopic } from '../replies/reply-topic.js';
import type { RecordSender } from '../send/record-sender.js';
import { deadlineExceeded, queueFull, serviceUnavailable } from '../lane.errors.js';
import type { AnswerFrame, CommandFrame } from '../wire/frames.js';
import { maxCallsInFlight } from '../limits.js';
import { defaultCommandDeadlineMs, resendCommandAfterMs } from '../timing.js';

/** Options of a command. */
export interface CommandOptions {
  readonly call: CallContext;
  /** uuid; the same for every retry. Default: a new one. */
  readonly id?: string;
  /** Partition key: commands of one key are handled in order. Default: the id. */
  readonly key?: string;
  readonly deadlineMs?: number;
}

interface Pending {
  readonly topic: string;
  readonly key: string;
  readonly frame: CommandFrame;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: AppError) => void;
  /** Whether the broker has the command. */
  state: 'sending' | 'sent' | 'unsent';
  retryAt: number;
  cause?: unknown;
}

/** Sends commands and matches their replies. */
export class CommandClient {
  readonly #pending = new Map<number, Pending>();
  #calls = 0;

  constructor(
    private readonly sender: RecordSender,
    private readonly replies: ReplyTopic,
  ) {
    replies.listen('answer', (frame) => this.#onAnswer(frame));
  }

  /**
   * @throws AppError the error of the handler, `deadline_exceeded`, `service_unavailable`, `queue_full`,
   * `record_too_large`.
   */
  command<Q, R>(contract: CommandContract<Q, R>, request: Q, options: CommandOptions): Promise<R> {
    if (this.#pending.size >= maxCallsInFlight) return Promise.reject(queueFull());
    const id = options.id ?? v7();
    const call = (this.#calls += 1);
    const frame: CommandFrame = {
      id,
      type: contract.type,
      call,
      reply_to: this.replies.name,
      deadline: Date.now() + (options.deadlineMs ?? defaultCommandDeadlineMs),
      request_id: options.call.requestId,
      traceparent: options.call.traceparent,
      ...(options.call.actor && { actor: options.call.actor }),
      body: request,
    };
    return new Promise<R>((resolve, reject) => {
      const pending: Pending = {
        topic: contract.topic.name,
        key: options.key ?? id,
        frame,
        resolve: resolve as (reply: unknown) => void,
        reject,
        state: 'unsent',
        retryAt: 0,
      };
      this.#pending.set(call, pending);
      this.#send(pending);
    });
  }

  /** Called every few ms: checks deadlines and retries failed sends. */
  sweep(now: number): void {
    for (const [call, pending] of this.#pending) {
      if (now >= pending.frame.deadline) {
        this.#pending.delete(call);
        pending.reject(this.#expired(pending));
      } else if (pending.state === 'unsent' && now >= pending.retryAt) this.#send(pending);
    }
  }

  /** Fails all commands in flight. */
  close(): void {
    for (const { reject } of this.#pending.values()) reject(serviceUnavailable());
    this.#pending.clear();
  }

  #send(pending: Pending): void {
    // A reply before the reply topic is open would be lost; the sweep retries.
    if (!this.replies.isOpen) return;
    pending.state = 'sending';
    const { topic, key, frame } = pending;
    this.sender.send({ topic, key, value: Buffer.from(JSON.stringify(frame)) }).then(
      () => {
        pending.state = 'sent';
      },
      (error: unknown) => this.#onSendFailed(pending, error),
    );
  }

  #onSendFailed(pending: Pending, error: unknown): void {
    if (error instanceof AppError && error.code !== 'service_unavailable') {
      this.#pending.delete(pending.frame.call);
      pending.reject(error);
      return;
    }
    // The command may have arrived; a retry is harmless because of its id.
    pending.state = 'unsent';
    pending.retryAt = Date.now() + resendCommandAfterMs;
    pending.cause = error;
  }

  #expired(pending: Pending): AppError {
    return pending.state === 'sent' && this.replies.healthy ? deadlineExceeded() : serviceUnavailable(pending.cause);
  }

  #onAnswer({ call, ok, error }: AnswerFrame): void {
    const pending = this.#pending.get(call);
    if (pending === undefined) return;
    this.#pending.delete(call);
    if (error === undefined) pending.resolve(ok);
    else pending.reject(fromWireError(error));
  }
}
