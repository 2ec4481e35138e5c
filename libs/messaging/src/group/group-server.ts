import type { CallContext, Topic } from '@earshot/contracts-core';
import { withSpans } from '@earshot/telemetry';
import { settlesWithin } from '../broker/back-off.js';
import type { Broker, BrokerConsumer, ConsumerOptions, IncomingRecord } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import { processSpan, withCalls } from '../trace.js';
import type { DeadLetterReason, DeadLetters } from './dead-letters.js';
import { GroupPump, type GroupContext } from './group-pump.js';
import type { Entry } from './partition-queue.js';
import { pauseAtRecords, resumeAtRecords } from '../limits.js';

/** Dependencies of a {@link GroupServer}. */
export interface GroupServerDependencies<Registration> {
  readonly broker: Broker;
  readonly deadLetters: DeadLetters;
  readonly logger: Logger;
  /** Consumer group. */
  readonly group: string;
  readonly topic: Topic;
  readonly registrations: readonly Registration[];
}

/** Options of a {@link GroupServer}; see {@link ConsumerOptions} for `lingerMs` and `background`. */
export interface GroupServerOptions extends Pick<ConsumerOptions, 'lingerMs' | 'background'> {
  /** Whether a group has messages of several partitions: a failing message then delays all of them. */
  readonly mixed: boolean;
}

/** Reads one topic as a member of a consumer group and handles its messages in groups. */
export abstract class GroupServer<Item, Registration extends { readonly contract: { readonly type: string } }> {
  protected readonly handlers: ReadonlyMap<string, Registration>;
  readonly #pump: GroupPump<Item>;
  readonly #paused = new Set<number>();
  #consumer: BrokerConsumer | undefined;
  #closing = false;

  constructor(
    protected readonly deps: GroupServerDependencies<Registration>,
    private readonly options: GroupServerOptions,
  ) {
    this.handlers = new Map(deps.registrations.map((registration) => [registration.contract.type, registration]));
    this.#pump = new GroupPump<Item>({
      mixed: options.mixed,
      processGroup: (entries, context) => this.processGroup(entries, context),
      done: (partition, nextOffset) => this.#consumer?.done(this.topic, partition, nextOffset),
      drained: (partition, waiting) => this.#resumeBelow(partition, waiting),
    });
  }

  get group(): string {
    return this.deps.group;
  }

  get topic(): string {
    return this.deps.topic.name;
  }

  /** Number of answers that the broker does not have yet. */
  get unsent(): number {
    return 0;
  }

  get healthy(): boolean {
    return this.#consumer?.healthy === true;
  }

  /** Decodes and validates a record. */
  protected abstract read(record: IncomingRecord): Entry<Item>;

  /** Handles a group. Resolves with false if the signal aborted before all entries were complete. */
  protected abstract processGroup(entries: readonly Entry<Item>[], context: GroupContext): Promise<boolean>;

  /** Resolves once the consumer group has assigned partitions to this process. */
  async start(): Promise<void> {
    this.#consumer = this.deps.broker.consumer({
      group: this.group,
      topics: [this.topic],
      lingerMs: this.options.lingerMs,
      background: this.options.background,
      onRecords: (_topic, partition, records) => this.#receive(partition, records),
      onRevoked: (_topic, partition) => this.#revoke(partition),
    });
    await this.#consumer.ready;
  }

  /** Finishes the groups in flight within `graceMs`, commits and leaves the consumer group. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    // A hanging handler is abandoned: its messages stay uncommitted and are delivered to another process.
    if (!(await settlesWithin(this.#pump.stop(false), graceMs))) void this.#pump.stop(true);
    await this.#consumer?.close();
  }

  /** Stores a record among the dead letters. @returns false if the signal aborted first. */
  protected deadLetter(
    record: IncomingRecord,
    reason: DeadLetterReason['reason'],
    detail: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    return this.deps.deadLetters.publish(record, this.deps.topic, { reason, detail }, signal);
  }

  /** Calls the handler of messages within a span for each of them. */
  protected inSpansOf<Message extends { readonly call: CallContext }, Result>(
    { contract }: { readonly contract: Parameters<typeof processSpan>[0] },
    messages: readonly Message[],
    handle: (messages: readonly Message[]) => Promise<Result>,
  ): Promise<Result> {
    const calls = messages.map(({ call }) => call);
    return withSpans(processSpan(contract, this.group), calls, (below) => handle(withCalls(messages, below)));
  }

  #receive(partition: number, records: readonly IncomingRecord[]): void {
    if (this.#closing) return;
    this.#pump.push(
      partition,
      records.map((record) => this.read(record)),
    );
    if (this.#pump.waiting(partition) < pauseAtRecords || this.#paused.has(partition)) return;
    this.#paused.add(partition);
    this.#consumer?.pause(this.topic, partition);
  }

  #resumeBelow(partition: number, waiting: number): void {
    if (waiting <= resumeAtRecords && this.#paused.delete(partition)) this.#consumer?.resume(this.topic, partition);
  }

  #revoke(partition: number): void {
    this.#paused.delete(partition);
    this.#pump.revoke(partition);
  }
}
