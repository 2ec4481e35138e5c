import { sleep } from '../broker/back-off.js';
import type { Broker, BrokerConsumer, ConsumerOptions, IncomingRecord } from '../broker/broker.port.js';
import type { Entry } from './entry.js';
import { GroupPump, type PumpOptions } from './group-pump.js';
import { pauseAtRecords, resumeAtRecords } from '../limits.js';

/** What a {@link GroupLane} needs. */
export interface GroupLaneDependencies<Item> {
  readonly broker: Broker;
  readonly group: string;
  readonly topic: string;
  readonly read: (record: IncomingRecord) => Entry<Item>;
  readonly settle: PumpOptions<Item>['settle'];
  /** Whether messages of several partitions are handled together: what is wrong with one then holds up all of them until it is told apart. */
  readonly mixed: boolean;
  readonly lingerMs?: ConsumerOptions['lingerMs'];
  readonly background?: ConsumerOptions['background'];
}

/** Reads a topic as a member of a group and has it handled in groups. */
export class GroupLane<Item> {
  readonly #deps: GroupLaneDependencies<Item>;
  readonly #pump: GroupPump<Item>;
  readonly #paused = new Set<number>();
  #consumer: BrokerConsumer | undefined;
  #closing = false;

  constructor(deps: GroupLaneDependencies<Item>) {
    this.#deps = deps;
    this.#pump = new GroupPump<Item>({
      mixed: deps.mixed,
      settle: deps.settle,
      done: (partition, nextOffset) => this.#consumer?.done(deps.topic, partition, nextOffset),
      drained: (partition, waiting) => this.#drained(partition, waiting),
    });
  }

  get healthy(): boolean {
    return this.#consumer?.healthy === true;
  }

  /** Resolves once the group has given this process its partitions. */
  async start(): Promise<void> {
    const { broker, group, topic, lingerMs, background } = this.#deps;
    this.#consumer = broker.consumer({
      group,
      topics: [topic],
      lingerMs,
      background,
      onRecords: (_topic, partition, records) => this.#receive(partition, records),
      onRevoked: (_topic, partition) => this.#revoke(partition),
    });
    await this.#consumer.ready;
  }

  /** Finishes the groups under way, within the grace, then commits and leaves. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    const grace = new AbortController();
    await Promise.race([this.#pump.stop(false).then(() => grace.abort()), sleep(graceMs, grace.signal)]);
    // A handler that hangs is left behind: what it was given stays uncommitted and is delivered again elsewhere.
    if (!grace.signal.aborted) void this.#pump.stop(true);
    await this.#consumer?.close();
  }

  #receive(partition: number, records: readonly IncomingRecord[]): void {
    if (this.#closing) return;
    this.#pump.push(
      partition,
      records.map((record) => this.#deps.read(record)),
    );
    if (this.#pump.waiting(partition) < pauseAtRecords || this.#paused.has(partition)) return;
    this.#paused.add(partition);
    this.#consumer?.pause(this.#deps.topic, partition);
  }

  #drained(partition: number, waiting: number): void {
    if (waiting <= resumeAtRecords && this.#paused.delete(partition)) {
      this.#consumer?.resume(this.#deps.topic, partition);
    }
  }

  #revoke(partition: number): void {
    this.#paused.delete(partition);
    this.#pump.forget(partition);
  }
}
