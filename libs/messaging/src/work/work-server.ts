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
import { acceptanceWindowMs, heartbeatIntervalMs, maxPauseMs } from '../timing.js';

/** The worker's side of one work topic. */
export class WorkServer {
  readonly #deps: WorkServerDependencies;
  readonly #handlers: Map<string, WorkRegistration>;
  readonly #running = new Map<string, WorkJob>();
  readonly #finished = new FinishedJobs();
  /** Taken, and the caller does not know yet: the first chunk tells it, or the next sweep. */
  #unaccepted: WorkJob[] = [];
  readonly #callers = new Callers();
  #active = 0;
  #draining = false;
  #lastHeartbeatAt = 0;
  #consumer: BrokerConsumer | undefined;

  constructor(deps: WorkServerDependencies) {
    this.#deps = deps;
    this.#handlers = new Map(deps.registrations.map((registration) => [registration.contract.type, registration]));
  }

  get group(): string {
    return this.#deps.group;
  }

  get topic(): string {
    return this.#deps.topic;
  }

  /** How many requests run at once. */
  get concurrency(): number {
    return this.#deps.concurrency;
  }

  get healthy(): boolean {
    return this.#consumer?.healthy === true;
  }

  /** Starts to take work; resolves once the group has given this process its partitions. */
  async start(): Promise<void> {
    const { broker, group, topic } = this.#deps;
    this.#consumer = broker.consumer({
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
    if (job?.attempt === frame.attempt && job.rewind(frame)) this.#say(job);
    else this.#deps.sender.notify(caller, { t: 'gone', id: frame.id, attempt: frame.attempt });
  }

  /** The caller is there. */
  seen(caller: string): void {
    this.#callers.seen(caller, Date.now());
  }

  /** Called every few ms: deadlines, acceptance and heartbeats. */
  sweep(now: number): void {
    for (const job of this.#running.values()) {
      if (now >= job.deadlineAt) this.#end(job, deadlineExceeded());
      else if (job.isPausedByCaller && now - job.pausedSince >= maxPauseMs) job.pause(false);
      // It was refused for how much waited then.
      if (job.hasPending && !job.queued) this.#say(job);
    }
    this.#finished.sweep(now);
    this.#accept();
    this.#callers.sweep(now);
    if (now - this.#lastHeartbeatAt < heartbeatIntervalMs) return;
    this.#lastHeartbeatAt = now;
    for (const job of this.#running.values()) if (this.#callers.isDead(job.caller, now)) this.#drop(job);
    const beats = heartbeats(this.#running.values());
    this.#callers.keep(new Set(beats.map(({ caller }) => caller)));
    // Chunks sent until now come before these frames, so no caller misses them too early.
    for (const { caller, frame } of beats) this.#deps.sender.notify(caller, frame);
  }

  #accept(): void {
    for (const job of this.#unaccepted) {
      if (!job.isAnnounced && !job.isFinished) this.#say(job);
    }
    this.#unaccepted = [];
  }

  /** Takes no more work and leaves the group, so that others have the partitions at once; what runs goes on. */
  async drain(): Promise<void> {
    this.#draining = true;
    await this.#consumer?.close();
  }

  /** How much still runs. */
  get runningCount(): number {
    return this.#running.size;
  }

  /** Fails what still runs with `service_unavailable`. Callers do not retry it: the process had its time to finish. */
  abandon(): void {
    for (const job of this.#running.values()) this.#end(job, serviceUnavailable());
  }

  #receive(partition: number, records: readonly IncomingRecord[]): void {
    // What comes while draining stays uncommitted: whoever has the partition next takes it.
    if (this.#draining) return;
    const now = Date.now();
    for (const { value, offset } of records) {
      const envelope = decodeEnvelope<WorkFrame>(value);
      if (envelope === undefined)
        this.#deps.logger.error({ topic: this.#deps.topic, partition, offset }, 'unreadable work');
      else for (const frame of envelope.frames) this.#take(frame, envelope.from, now);
    }
    const last = records.at(-1);
    if (last !== undefined) this.#consumer?.done(this.#deps.topic, partition, last.offset + 1);
  }

  #take(frame: WorkFrame, caller: string, now: number): void {
    const registration = this.#handlers.get(frame.type);
    // Too old: its caller has given it up, or sent it to somebody else. A type of a newer version is for a newer worker.
    if (registration === undefined || now >= frame.deadline || now - frame.sent > acceptanceWindowMs) return;
    const known = this.#running.get(frame.id) ?? this.#finished.get(frame.id);
    if (known !== undefined && known.attempt >= frame.attempt) return;
    if (known !== undefined) this.#drop(known);
    const job = new WorkJob(frame, caller);
    job.say = () => this.#say(job);
    job.callerGone = () => this.#drop(job);
    this.#callers.seen(caller, now);
    this.#running.set(job.id, job);
    this.#unaccepted.push(job);
    const parsed = registration.contract.request.safeParse(frame.body);
    if (!parsed.success) this.#end(job, invalidMessage(parsed.error.issues));
    // Not left in Kafka for later: a caller who is told at once can go elsewhere.
    else if (this.#active >= this.#deps.concurrency) this.#end(job, queueFull());
    else if (frame.attempt === 1) this.#run(job, registration, parsed.data);
    else this.#runOnceAccepted(job, () => this.#run(job, registration, parsed.data));
  }

  /** A request that was lost before may kill its worker: its caller learns who has it before it runs. */
  #runOnceAccepted(job: WorkJob, run: () => void): void {
    const acceptance: OutgoingFrame = {
      encode: () => job.encode(),
      sent: () => {
        if (!job.isFinished) run();
      },
      failed: () => this.#drop(job),
    };
    if (!this.#deps.sender.send(job.caller, 0, acceptance)) this.#drop(job);
  }

  #run(job: WorkJob, { contract, handle }: WorkRegistration, body: unknown): void {
    job.trace(beginSpan(processSpan(contract, this.#deps.group), job.call));
    this.#active += 1;
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.#active -= 1;
    };
    job.stop = leave;
    const handled = (chunks: Observable<unknown>): void => {
      if (job.isFinished || left) return;
      const subscription = chunks.subscribe({
        next: (chunk) => this.#chunk(job, chunk),
        error: (error: unknown) => this.#end(job, error ?? serviceUnavailable()),
        complete: () => this.#end(job),
      });
      if (left) subscription.unsubscribe();
      else
        job.stop = () => {
          leave();
          subscription.unsubscribe();
        };
    };
    const refused = (error: unknown): void => this.#end(job, error ?? serviceUnavailable());
    runWithCalls([job.call], () => void handle(body, job).then(handled, refused));
  }

  #chunk(job: WorkJob, chunk: unknown): void {
    if (job.isFinished) return;
    const refusal = job.add(chunk);
    if (refusal === undefined) this.#say(job);
    else this.#end(job, refusal);
  }

  #end(job: WorkJob, error?: unknown): void {
    if (job.isFinished) return;
    job.finish(error);
    this.#running.delete(job.id);
    this.#finished.add(job);
    if (error === undefined) job.stop();
    else {
      if (!(error instanceof AppError)) {
        this.#deps.logger.error({ ...logFields(job.call), work_id: job.id, err: error }, 'work failed unexpectedly');
      }
      job.abort();
    }
    this.#say(job);
  }

  /** Nobody wants it any more. */
  #drop(job: WorkJob): void {
    job.finish(deadlineExceeded());
    this.#running.delete(job.id);
    this.#finished.add(job);
    job.abort();
  }

  #say(job: WorkJob): void {
    // Refused: the caller notices the gap and asks again.
    if (!job.queued) job.queued = this.#deps.sender.send(job.caller, 0, job);
  }
}
