import type { WorkContract } from '@earshot/contracts-core';
import type { AppError } from '@earshot/errors';
import { Observable, type Subscriber } from 'rxjs';
import { v7 } from 'uuid';
import type { ReplyTopic } from '../replies/reply-topic.js';
import type { FrameSender } from '../send/frame-sender.js';
import { deadlineExceeded, queueFull, serviceUnavailable } from '../lane.errors.js';
import type { HeartbeatFrame, Envelope, ResendFailedFrame, ReplyTopicFrame, ReplyFrame } from '../wire/frames.js';
import { PartitionPicker } from './partition-picker.js';
import { SilenceDetector } from './silence-detector.js';
import { WorkCall } from './work-call.js';
import type { WorkOptions } from './work-options.js';
import { maxCallsInFlight, maxLostWorkers, maxRejections } from '../limits.js';
import { countLostWorker } from '../metrics/lanes.metrics.js';
import {
  acceptanceContactMs,
  brokerOutageMs,
  defaultAcceptTimeoutMs,
  resendAfterMs,
  retryWorkAfterMs,
  workerReconnectMs,
  workerTimeoutMs,
} from '../timing.js';

interface Started {
  readonly call: WorkCall;
  readonly topic: string;
  readonly picker: PartitionPicker;
  readonly acceptTimeoutMs: number;
}

/** Sends work, retries it and detects lost workers. */
export class WorkClient {
  readonly #calls = new Map<string, Started>();
  readonly #pickers = new Map<string, PartitionPicker>();
  readonly #silence = new SilenceDetector(workerReconnectMs);

  constructor(
    private readonly sender: FrameSender,
    private readonly replies: ReplyTopic,
    private readonly maxInFlight = maxCallsInFlight,
  ) {
    replies.listen('reply', (frame, envelope) => this.#onReply(frame, envelope));
    replies.listen('alive', (frame, envelope) => this.#onAlive(frame, envelope));
    replies.listen('gone', (frame, envelope) => this.#onResendFailed(frame, envelope));
  }

  /** Sends the request at subscription; unsubscribing before the end cancels it. */
  request<Q, C>(contract: WorkContract<Q, C>, request: Q, options: WorkOptions): Observable<C[]> {
    return new Observable<C[]>((subscriber) =>
      this.#start(contract, request, options, subscriber as Subscriber<unknown[]>),
    );
  }

  #start(
    contract: WorkContract,
    request: unknown,
    options: WorkOptions,
    subscriber: Subscriber<unknown[]>,
  ): () => void {
    const nothing = (): void => undefined;
    if (this.#calls.size >= this.maxInFlight) {
      subscriber.error(queueFull());
      return nothing;
    }
    const deadlineAt = Date.now() + options.deadlineMs;
    const fields = frameFields(contract.type, request, deadlineAt, options);
    const { acceptTimeoutMs = defaultAcceptTimeoutMs, buffered = false } = options;
    const call = new WorkCall(v7(), deadlineAt, fields, buffered, subscriber);
    const started = { call, topic: contract.topic.name, picker: this.#pickerFor(contract), acceptTimeoutMs };
    this.#calls.set(call.id, started);
    // Before a worker accepts the request there is nothing to pause.
    options.flow?.attach((paused) => {
      if (call.worker !== undefined)
        this.sender.notify(call.worker, { t: 'hold', id: call.id, attempt: call.attempt, held: paused });
    });
    this.#send(started, Date.now());
    return () => this.#unsubscribe(started);
  }

  /** Number of requests that have not ended. */
  get inFlight(): number {
    return this.#calls.size;
  }

  /** Called every few ms: checks deadlines, acceptance and heartbeats. */
  sweep(now: number): void {
    this.#silence.sweep(now, this.replies.contactAt);
    const isOutage = this.#silence.unreachableMs >= brokerOutageMs;
    for (const started of this.#calls.values()) {
      const { call } = started;
      if (now >= call.deadlineAt) this.#expire(call);
      else if (call.worker === undefined) this.#sweepUnaccepted(started, now);
      else if (isOutage) this.#abort(call, serviceUnavailable());
      else this.#sweepSilent(started, now);
    }
  }

  /** Fails all requests in flight and cancels them at their workers. */
  close(): void {
    for (const { call } of this.#calls.values()) this.#abort(call, serviceUnavailable());
  }

  #pickerFor({ topic }: WorkContract): PartitionPicker {
    let picker = this.#pickers.get(topic.name);
    if (picker === undefined) this.#pickers.set(topic.name, (picker = new PartitionPicker(topic.partitions)));
    return picker;
  }

  #send(started: Started, now: number, full?: string): void {
    const { call, picker, topic } = started;
    const { partition: before } = call;
    if (before >= 0) picker.release(before);
    const frame = call.begin(picker.pick(now, before, full), now);
    // A reply before the reply topic is open would be lost; the sweep retries.
    if (!this.replies.isOpen) call.postpone();
    else if (!this.sender.send(topic, call.partition, frame)) call.fail(queueFull());
  }

  #unsubscribe({ call, picker }: Started): void {
    this.#calls.delete(call.id);
    picker.release(call.partition);
    if (call.ended) return;
    call.ended = true;
    // Not accepted yet: a worker that accepts it later is cancelled in #onReply.
    if (call.worker !== undefined) this.#cancel(call.worker, call.id, call.attempt);
  }

  #cancel(worker: string, id: string, attempt: number): void {
    this.sender.notify(worker, { t: 'cancel', id, attempt });
  }

  #expire(call: WorkCall): void {
    this.#abort(call, call.worker === undefined ? serviceUnavailable(call.sendFailure) : deadlineExceeded());
  }

  #abort(call: WorkCall, error: AppError): void {
    if (call.worker !== undefined) this.#cancel(call.worker, call.id, call.attempt);
    call.fail(error);
  }

  #sweepUnaccepted(started: Started, now: number): void {
    const { call, picker, acceptTimeoutMs } = started;
    if (now - call.unclaimedSince >= acceptTimeoutMs) return this.#expire(call);
    if (call.isWaiting || now - call.sentAt < retryWorkAfterMs || !this.replies.isOpen) return;
    if (!call.sendFailed) {
      if (!this.#silence.isReliable(now) || this.replies.contactAt - call.sentAt < acceptanceContactMs) return;
      picker.suspect(call.partition, now);
      // The worker may have died before it accepted: count a loss. Later attempts are accepted before they run.
      if (call.attempt === 1) call.lostWorkers += 1;
    }
    this.#send(started, now);
  }

  #sweepSilent(started: Started, now: number): void {
    if (!this.#silence.isReliable(now)) return;
    const { call, picker, topic } = started;
    const silentMs = now - call.lastFrameAt;
    if (silentMs < resendAfterMs) return;
    if (silentMs < workerTimeoutMs) {
      this.#requestResend(call, now);
      return;
    }
    if (call.worker !== undefined) picker.suspectWorker(call.worker, now);
    call.lostWorkers += 1;
    const isRetried = call.canRestart && call.lostWorkers < maxLostWorkers;
    countLostWorker(topic, isRetried ? 'retried' : 'failed');
    if (isRetried) this.#send(started, now);
    else call.lost();
  }

  /** Requests a resend; repeated at intervals, since the request may get lost too. */
  #requestResend(call: WorkCall, now: number): void {
    if (call.worker === undefined || now - call.resendRequestedAt < resendAfterMs) return;
    call.resendRequestedAt = now;
    this.sender.notify(call.worker, { t: 'resend', id: call.id, attempt: call.attempt, from: call.nextSeq });
  }

  #onReply(frame: ReplyFrame, { from }: Envelope<ReplyTopicFrame>): void {
    const started = this.#calls.get(frame.id);
    const call = started?.call;
    const current = call !== undefined && frame.attempt === call.attempt && (call.worker ?? from) === from;
    if (!current) {
      // The attempt is over or another worker has it: cancel it.
      if (frame.done !== true && frame.failed === undefined) this.#cancel(from, frame.id, frame.attempt);
      return;
    }
    const now = Date.now();
    call.lastFrameAt = now;
    if (call.worker === undefined) {
      call.worker = from;
      started?.picker.accepted(call.partition, from);
    }
    if (started !== undefined && canRetryElsewhere(frame, started, from)) {
      call.rejections += 1;
      return this.#send(started, now, from);
    }
    if (call.receive(frame)) this.#requestResend(call, now);
    else call.resendRequestedAt = 0;
  }

  #onAlive({ ids, seqs }: HeartbeatFrame, { from }: Envelope<ReplyTopicFrame>): void {
    const now = Date.now();
    this.sender.notify(from, { t: 'heard' });
    for (const [index, id] of ids.entries()) {
      const call = this.#calls.get(id)?.call;
      if (call?.worker === from) {
        call.lastFrameAt = now;
        // Chunks were lost, and heartbeats alone do not reveal it.
        if ((seqs?.[index] ?? 0) > call.nextSeq) this.#requestResend(call, now);
      }
      // The cancel or the acceptance of this worker was lost: cancel again.
      else if (call === undefined || call.worker !== undefined) this.sender.notify(from, { t: 'cancel', id });
    }
  }

  #onResendFailed({ id, attempt }: ResendFailedFrame, { from }: Envelope<ReplyTopicFrame>): void {
    const started = this.#calls.get(id);
    if (started === undefined || started.call.attempt !== attempt || started.call.worker !== from) return;
    if (started.call.canRestart) this.#send(started, Date.now());
    else started.call.lost();
  }
}

/** Whether another worker may have capacity after a `queue_full`. */
function canRetryElsewhere({ failed }: ReplyFrame, { call, picker }: Started, worker: string): boolean {
  return (
    failed?.code === 'queue_full' &&
    call.nextSeq === 0 &&
    call.rejections < maxRejections &&
    picker.hasOtherWorker(worker)
  );
}

function frameFields(type: string, body: unknown, deadline: number, { call, observed }: WorkOptions): string {
  const seen = observed === undefined ? '' : `"observed":${JSON.stringify(observed)},`;
  const traced = call.traced === true ? '"traced":true,' : '';
  return (
    `"type":${JSON.stringify(type)},"deadline":${deadline},"request_id":${JSON.stringify(call.requestId)},` +
    `"traceparent":${JSON.stringify(call.traceparent)},${traced}${seen}"body":${JSON.stringify(body)}`
  );
}
