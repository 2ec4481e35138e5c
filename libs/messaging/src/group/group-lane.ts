import { sleep } from '../broker/back-off.js';
import type { Broker, BrokerConsumer, ConsumerOptions, IncomingRecord } from '../broker/broker.port.js';
import { pauseAtRecords, resumeAtRecords } from './group-constants.js';
import { PartitionPump, type Entry } from './partition-pump.js';

/** What a {@link GroupLane} needs. */
export interface GroupLaneDependencies<Item> {
  readonly broker: Broker;
  readonly group: string;
  readonly topic: string;
  readonly read: (record: IncomingRecord) => Entry<Item>;
  readonly settle: (entries: readonly Entry<Item>[], signal: AbortSignal) => Promise<boolean>;
  readonly gatherMs?: ConsumerOptions['gatherMs'];
}

/** Reads a topic as a member of a group and has every partition handled in groups, partitions beside each other. */
export class GroupLane<Item> {
  readonly #deps: GroupLaneDependencies<Item>;
  readonly #pumps = new Map<number, PartitionPump<Item>>();
  readonly #paused = new Set<number>();
  #consumer: BrokerConsumer | undefined;
  #closing = false;

  constructor(deps: GroupLaneDependencies<Item>) {
    this.#deps = deps;
  }

  get healthy(): boolean {
    return this.#consumer?.healthy === true;
  }

  /** Resolves once the group has given this process its partitions. */
  async start(): Promise<void> {
    const { broker, group, topic, gatherMs } = this.#deps;
    this.#consumer = broker.consumer({
      group,
      topics: [topic],
      gatherMs,
      onRecords: (_topic, partition, records) => this.#receive(partition, records),
      onRevoked: (_topic, partition) => this.#revoke(partition),
    });
    await this.#consumer.ready;
  }

  /** Finishes the groups under way, within the grace, then commits and leaves. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    const pumps = [...this.#pumps.values()];
    const stop = (hurry: boolean): Promise<unknown> => Promise.all(pumps.map((pump) => pump.stop(hurry)));
    const grace = new AbortController();
    await Promise.race([stop(false).then(() => grace.abort()), sleep(graceMs, grace.signal)]);
    // A handler that hangs is left behind: what it was given stays uncommitted and is delivered again elsewhere.
    if (!grace.signal.aborted) void stop(true);
    await this.#consumer?.close();
  }

  #receive(partition: number, records: readonly IncomingRecord[]): void {
    if (this.#closing) return;
    const pump = this.#pumpFor(partition);
    pump.push(records.map((record) => this.#deps.read(record)));
    if (pump.waiting < pauseAtRecords || this.#paused.has(partition)) return;
    this.#paused.add(partition);
    this.#consumer?.pause(this.#deps.topic, partition);
  }

  #pumpFor(partition: number): PartitionPump<Item> {
    let pump = this.#pumps.get(partition);
    if (pump === undefined) {
      pump = new PartitionPump<Item>({
        settle: this.#deps.settle,
        done: (nextOffset) => this.#consumer?.done(this.#deps.topic, partition, nextOffset),
        drained: (waiting) => this.#drained(partition, waiting),
      });
      this.#pumps.set(partition, pump);
    }
    return pump;
  }

  #drained(partition: number, waiting: number): void {
    if (waiting <= resumeAtRecords && this.#paused.delete(partition)) {
      this.#consumer?.resume(this.#deps.topic, partition);
    }
  }

  /** What was not begun is the next member's to do; what was begun is harmless by its ids. */
  #revoke(partition: number): void {
    const pump = this.#pumps.get(partition);
    this.#pumps.delete(partition);
    this.#paused.delete(partition);
    void pump?.stop(true);
  }
}
