import type { Logger } from '../../logger.js';
import { turns } from '../../turns.js';
import { backOffMs, sleep, type BackOffOptions } from '../back-off.js';
import type { BrokerReader, Gather, TakeRecords } from '../broker.port.js';
import type { Position } from '../consumer-positions.js';
import type { Cluster } from './cluster.js';
import { FetchSession } from './fetch-session.js';
import type { Address } from './network.js';
import type { NodeLink } from './node-link.js';
import { PausedPartitions } from './paused-partitions.js';
import { advance, fetchNext, toReading, type Fetched, type Reading } from './reading.js';

/** How long a broker holds an empty answer back, ms. Each one costs a broker and a client half a millisecond of CPU together. */
const fetchWaitMs = 1_800;

/** The same while a partition rests, which may want to be read again meanwhile. */
const fetchWaitWhilePausedMs = 50;

/**
 * How many turns of the event loop the next fetch waits where nothing is to gather for longer. Sent at once, it came back with the first record
 * that followed.
 */
const gatherTurns = 2;

/** A partition whose leader is being elected, or a broker that restarts: back within seconds. */
const retryBackOff: BackOffOptions = { firstMs: 50, maxMs: 1_000 };

/** What a {@link PartitionReader} needs of its owner. */
export interface PartitionReaderOptions {
  readonly cluster: Cluster;
  readonly logger: Logger;
  /** Called synchronously, and must not throw. */
  readonly take: TakeRecords;
  /** Whether the partitions are still this reader's, as far as its owner knows; what was fetched otherwise is forgotten. */
  readonly mayRead: () => boolean;
  /** The first offset that the partition still has. */
  readonly firstOffset: (topic: string, partition: number) => Promise<number>;
  readonly gather?: Gather;
}

/** Reads partitions from their leaders, one fetch after the other from each broker, and finds them again when they move. */
export class PartitionReader implements BrokerReader {
  readonly #options: PartitionReaderOptions;
  readonly #paused = new PausedPartitions();
  #reading = new AbortController();
  #lastFetchAt = Date.now();
  #isIdle = true;

  constructor(options: PartitionReaderOptions) {
    this.#options = options;
  }

  /** When a broker answered last, ms since 1970; now where there is nothing to ask for. */
  get lastFetchAt(): number {
    return this.#isIdle ? Date.now() : this.#lastFetchAt;
  }

  /** Reads these partitions from these offsets on, and nothing else any more. */
  read(positions: readonly Position[]): void {
    this.stop();
    this.#lastFetchAt = Date.now();
    this.#reading = new AbortController();
    this.#isIdle = positions.length === 0;
    if (!this.#isIdle) void this.#keepReading(positions.map(toReading), this.#reading.signal);
  }

  /** Reads nothing any more; what is on its way is forgotten. */
  stop(): void {
    this.#reading.abort();
    this.#isIdle = true;
  }

  /** What was fetched already still comes. */
  pause(topic: string, partition: number): void {
    this.#paused.pause(topic, partition);
  }

  resume(topic: string, partition: number): void {
    this.#paused.resume(topic, partition);
  }

  async #keepReading(readings: readonly Reading[], signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      const startedAt = Date.now();
      try {
        await this.#readFromLeaders(readings, signal);
      } catch (error) {
        this.#options.logger.debug({ err: error }, 'fetching is interrupted');
      }
      for (const { topic } of readings) this.#options.cluster.forget(topic);
      failures = Date.now() - startedAt > retryBackOff.maxMs ? 1 : failures + 1;
      await sleep(backOffMs(retryBackOff, failures), signal);
    }
  }

  /** Returns when any of the partitions has moved. */
  async #readFromLeaders(readings: readonly Reading[], signal: AbortSignal): Promise<void> {
    const round = new AbortController();
    const either = AbortSignal.any([signal, round.signal]);
    const leaders = await this.#byLeader(readings);
    await Promise.all(leaders.map(({ node, led }) => this.#readFrom(node, led, either).finally(() => round.abort())));
  }

  async #byLeader(readings: readonly Reading[]): Promise<{ node: Address; led: Reading[] }[]> {
    const leaders = await this.#options.cluster.leadersOf(new Set(readings.map(({ topic }) => topic)));
    const nodes = new Map<string, { node: Address; led: Reading[] }>();
    for (const reading of readings) {
      const node = leaders.get(reading.topic)?.[reading.partition];
      if (node === undefined) throw new Error(`nobody leads partition ${reading.partition} of ${reading.topic}`);
      const key = `${node.host}:${node.port}`;
      const known = nodes.get(key);
      if (known === undefined) nodes.set(key, { node, led: [reading] });
      else known.led.push(reading);
    }
    return [...nodes.values()];
  }

  async #readFrom(node: Address, readings: readonly Reading[], signal: AbortSignal): Promise<void> {
    const link = await this.#options.cluster.connect(node);
    const close = (): void => link.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      await this.#readOn(link, readings, signal);
    } finally {
      signal.removeEventListener('abort', close);
      link.close();
    }
  }

  /** One fetch after the other, each a while after the one before brought something, so that it brings more. */
  async #readOn(link: NodeLink, readings: readonly Reading[], signal: AbortSignal): Promise<void> {
    const { gather } = this.#options;
    const session = new FetchSession();
    while (!signal.aborted) {
      const active = readings.filter(({ topic, partition }) => !this.#paused.has(topic, partition));
      this.#isIdle = active.length === 0;
      if (active.length === 0) {
        await this.#paused.anyResumed(signal);
        continue;
      }
      const waitMs = active.length < readings.length ? fetchWaitWhilePausedMs : fetchWaitMs;
      const { fetched, outOfRange, hasMoved } = await fetchNext(active, { link, session, waitMs });
      this.#lastFetchAt = Date.now();
      const isEmpty = fetched.every(({ records }) => records.length === 0);
      if (!isEmpty && gather !== undefined && gather.beforeMs > 0) await sleep(gather.beforeMs, signal);
      if (signal.aborted || !this.#options.mayRead()) return;
      advance(fetched);
      this.#handOn(fetched);
      // What was handed on is begun with meanwhile.
      if (!isEmpty) await (gather === undefined ? turns(gatherTurns) : sleep(gather.afterMs, signal));
      for (const reading of outOfRange) await this.#beginAnew(reading);
      if (hasMoved) return;
    }
  }

  #handOn(fetched: readonly Fetched[]): void {
    for (const { reading, records, nextOffset } of fetched)
      this.#options.take(reading.topic, reading.partition, records, nextOffset);
  }

  /** What was to be read is gone, by retention or because the topic is a new one of the same name. */
  async #beginAnew(reading: Reading): Promise<void> {
    const first = await this.#options.firstOffset(reading.topic, reading.partition);
    this.#options.logger.warn(
      { topic: reading.topic, partition: reading.partition, from: reading.fetchOffset, to: first },
      'records that were to be read are gone',
    );
    reading.fetchOffset = first;
  }
}
