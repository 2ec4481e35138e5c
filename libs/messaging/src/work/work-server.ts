import type { Observable } from 'rxjs';
import type { OutgoingFrame } from '../send/frame-sender.js';
import { logFields } from '@earshot/contracts-core';
import { AppError } from '@earshot/errors';
import { beginSpan, runWithCalls } from '@earshot/telemetry';
import type { BrokerConsumer, IncomingRecord } from '../broker/broker.port.js';
import { deadlineExceeded, invalidMessage, queueFull, serviceUnavailable } from '../lane.errors.js';
import { processSpan } from '../trace.js';
import { decodeEnvelope, type CancelFrame, type PauseFrame, type ResendFrame, type WorkFrame } from '../wire/frames.js';
import { Callers, heartbeats } from './callers.js';
import { FinishedJobs } from './finished-jobs.js';
import { WorkJob } from './work-job.js';
import type { WorkRegistration, WorkServerDependencies } from './work-handler.js';
import { acceptanceWindowMs, heartbeatIntervalMs, maxPauseMs, workFetchWaitMs } from '../timing.js';

/** Serves the work of one topic. */
export class WorkServer {
  readonly #handlers: Map<string, WorkRegistration>;
  readonly #running = new Map<string, WorkJob>();
  readonly #finished = new FinishedJobs();
  /** Jobs that are not acknowledged yet: by their first chunk or by the next sweep. */
  #unaccepted: WorkJob[] = [];
  readonly #callers = new Callers();
  #active = 0;
  #draining = false;
  #lastHeartbeatAt = 0;
  #consumer: BrokerConsumer | undefined;

  constructor(private readonly deps: WorkServerDependencies) {
    this.#handlers = new Map(deps.registrations.map((registration) => [registration.contract.type, registration]));
  }

  get group(): string {
    return this.deps.group;
  }

  get topic(): string {
    return this.deps.topic;
  }

  /** Maximum number of concurrent requests. */
  get limit(): number {
    return this.deps.concurrency;
  }

  get healthy(): boolean {
    return this.#consumer?.healthy === true;
  }

  /** Starts to read; resolves once the consumer group has assigned partitions. */
  async start(): Promise<void> {
    const { broker, group, topic } = this.deps;
    this.#consumer = broker.consumer({
      fetchWaitMs: workFetchWaitMs,
      group,
      topics: [topic],
      onRecords: (_topic, partition, records) => this.#receive(partition, records),
    });
    await this.#consumer.ready;
  }

  cancel({ id, attempt }: CancelFrame): void {
    const job = this.#running.get(id);
    if (job !== undefined && (attempt === undefined || job.attempt === attempt)) this.#drop(job);
  }

  pause({ id, attempt, held }: PauseFrame): void {
    const job = this.#running.get(id);
    if (job?.attempt === attempt) job.pause(held);
  }

  resend(frame: ResendFrame, caller: string): void {
    const job = this.#running.get(frame.id) ?? this.#finished.get(frame.id);
    if (job?.attempt === frame.attempt && job.rewind(frame)) this.#send(job);
    else this.deps.sender.notify(caller, { t: 'gone', id: frame.id, attempt: frame.attempt });
  }

  /** The caller acknowledged a heartbeat. */
  seen(caller: string): void {
    this.#callers.seen(caller, Date.now());
  }

  /** Called every few ms: checks deadlines and sends acknowledgements and heartbeats. */
  sweep(now: number): void {
    for (const job of this.#running.values()) {
      if (now >= job.deadlineAt) this.#end(job, deadlineExceeded());
      else if (job.isPausedByCaller && now - job.pausedSince >= maxPauseMs) job.pause(false);
      if (job.isUnsent) this.#send(job);
    }
    this.#finished.sweep(now, (job) => this.#send(job));
    this.#accept();
    this.#callers.sweep(now, this.deps.replies.contactAt);
    if (now - this.#lastHeartbeatAt < heartbeatIntervalMs) return;
    this.#lastHeartbeatAt = now;
    for (const job of this.#running.values()) if (this.#callers.isDead(job.caller, now)) this.#drop(job);
    const beats = heartbeats(this.#running.values());
    this.#callers.retain(new Set(beats.map(({ caller }) => caller)));
    // Heartbeats follow all chunks sent so far, so no caller reports them missing too early.
    for (const { caller, frame } of beats) this.deps.sender.notify(caller, frame);
  }

  #accept(): void {
    for (const job of this.#unaccepted) {
      if (!job.isAnnounced && !job.isFinished) this.#send(job);
    }
    this.#unaccepted = [];
  }

  /** Leaves the consumer group, so that others get the partitions at once; running work continues. */
  async drain(): Promise<void> {
    this.#draining = true;
    await this.#consumer?.close();
  }

  /** Number of running requests. */
  get running(): number {
    return this.#running.size;
  }

  /** Number of finished requests whose end the broker does not have yet. */
  get unsent(): number {
    return this.#finished.undelivered;
  }

  /** Fails all running requests with `service_unavailable`. Callers do not retry them. */
  abandon(): void {
    for (const job of this.#running.values()) this.#end(job, serviceUnavailable());
  }

  #receive(partition: number, records: readonly IncomingRecord[]): void {
    // While draining, records stay uncommitted for the next owner of the partition.
    if (this.#draining) return;
    const now = Date.now();
    for (const { value, offset } of records) {
      const envelope = decodeEnvelope<WorkFrame>(value);
      if (envelope === undefined)
        this.deps.logger.error({ topic: this.deps.topic, partition, offset }, 'unreadable work record');
      else for (const frame of envelope.frames) this.#take(frame, envelope.from, now);
    }
    const last = records.at(-1);
    if (last !== undefined) this.#consumer?.done(this.deps.topic, partition, last.offset + 1);
  }

  #take(frame: WorkFrame, caller: string, now: number): void {
    const registration = this.#handlers.get(frame.type);
    // Too old: the caller has aborted or retried it. Unknown types are for newer workers.
    if (registration === undefined || now >= frame.deadline || now - frame.sent > acceptanceWindowMs) return;
    const previous = this.#running.get(frame.id) ?? this.#finished.get(frame.id);
    if (previous !== undefined && previous.attempt >= frame.attempt) return;
    if (previous !== undefined) this.#drop(previous);
    const job = new WorkJob(frame, caller);
    job.onPending = () => this.#send(job);
    job.onCallerLost = () => this.#drop(job);
    this.#callers.seen(caller, now);
    this.#running.set(job.id, job);
    this.#unaccepted.push(job);
    const parsed = registration.contract.request.safeParse(frame.body);
    if (!parsed.success) this.#end(job, invalidMessage(parsed.error.issues));
    // Reject at once instead of queueing in Kafka: the caller tries another worker.
    else if (this.#active >= this.deps.concurrency) this.#end(job, queueFull());
    else if (frame.attempt === 1) this.#run(job, registration, parsed.data);
    else this.#runOnceAccepted(job, () => this.#run(job, registration, parsed.data));
  }

  /** A retried request may kill its worker: acknowledge it before it runs. */
  #runOnceAccepted(job: WorkJob, run: () => void): void {
    const acceptance: OutgoingFrame = {
      encode: () => job.encode(),
      sent: () => {
        job.sent();
        if (!job.isFinished) run();
      },
      failed: () => this.#drop(job),
    };
    if (!this.deps.sender.send(job.caller, 0, acceptance)) this.#drop(job);
  }

  #run(job: WorkJob, { contract, handle }: WorkRegistration, body: unknown): void {
    job.trace(beginSpan(processSpan(contract, this.deps.group), job.call));
    this.#active += 1;
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      this.#active -= 1;
    };
    job.stop = release;
    const handled = (chunks: Observable<unknown>): void => {
      if (job.isFinished || released) return;
      const subscription = chunks.subscribe({
        next: (chunk) => this.#chunk(job, chunk),
        error: (error: unknown) => this.#end(job, error ?? serviceUnavailable()),
        complete: () => this.#end(job),
      });
      if (released) subscription.unsubscribe();
      else
        job.stop = () => {
          release();
          subscription.unsubscribe();
        };
    };
    const failed = (error: unknown): void => this.#end(job, error ?? serviceUnavailable());
    runWithCalls([job.call], () => void handle(body, job).then(handled, failed));
  }

  #chunk(job: WorkJob, chunk: unknown): void {
    if (job.isFinished) return;
    const error = job.add(chunk);
    if (error === undefined) this.#send(job);
    else this.#end(job, error);
  }

  #end(job: WorkJob, error?: unknown): void {
    if (job.isFinished) return;
    job.finish(error);
    this.#running.delete(job.id);
    this.#finished.add(job);
    if (error === undefined) job.stop();
    else {
      if (!(error instanceof AppError)) {
        this.deps.logger.error(
          { ...logFields(job.call), work_id: job.id, err: error },
          'work failed with an unexpected error',
        );
      }
      job.abort();
    }
    this.#send(job);
  }

  /** Aborts a job that nobody waits for. */
  #drop(job: WorkJob): void {
    job.finish(deadlineExceeded());
    job.discard();
    this.#running.delete(job.id);
    this.#finished.add(job);
    job.abort();
  }

  #send(job: WorkJob): void {
    if (job.queued) return;
    job.queued = this.deps.sender.send(job.caller, 0, job);
    // The queue is full: the next sweep retries.
    if (!job.queued) job.postpone();
  }
}
