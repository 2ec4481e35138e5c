import type { Consumer, Kafka } from 'kafkajs';
import type { Logger } from '../../logger.js';
import { backOffMs, sleep } from '../back-off.js';
import type { BrokerConsumer, ConsumerOptions, TakeRecords } from '../broker.port.js';
import { ConsumerPositions } from '../consumer-positions.js';
import type { Assignment, GroupOffsets } from './group-offsets.js';
import {
  consumerSettings,
  commitIntervalMs,
  disconnectLimitMs,
  restartBackOff,
  sessionTimeoutMs,
  stalledAfterMs,
  unhealthyAfterMs,
  unhurriedSettings,
} from './kafka-consumer-settings.js';
import type { PartitionReader } from './partition-reader.js';

/** What a {@link KafkaConsumer} is made of. */
export interface KafkaConsumerParts {
  readonly client: Kafka;
  readonly offsets: GroupOffsets;
  readonly logger: Logger;
  readonly options: ConsumerOptions;
  /** @param take gets the records. @param mayRead whether the partitions are still this consumer's. */
  readonly newReader: (take: TakeRecords, mayRead: () => boolean) => PartitionReader;
}

/**
 * A member of a group that commits on a timer. kafkajs holds the membership, with everything paused, and is replaced by a fresh one whenever
 * it ends by itself; a reader of ours fetches the records.
 */
export class KafkaConsumer implements BrokerConsumer {
  readonly ready: Promise<void>;
  readonly #client: Kafka;
  readonly #offsets: GroupOffsets;
  readonly #options: ConsumerOptions;
  readonly #logger: Logger;
  readonly #reader: PartitionReader;
  readonly #positions = new ConsumerPositions();
  readonly #assigned = new Map<string, Set<number>>();
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #consumer: Consumer | undefined;
  #becomeReady: () => void = () => undefined;
  #lastHeartbeatAt = 0;
  /** Grows with each assignment: what was found out for the one before is of no use any more. */
  #generation = 0;
  #joined = false;

  constructor({ client, offsets, logger, options, newReader }: KafkaConsumerParts) {
    this.#client = client;
    this.#offsets = offsets;
    this.#options = options;
    this.#logger = logger;
    this.#reader = newReader(
      (topic, partition, records, nextOffset) => {
        this.#positions.advanceRead(topic, partition, nextOffset);
        if (records.length > 0) options.onRecords(topic, partition, records);
      },
      () => this.#isHeardOf(sessionTimeoutMs),
    );
    this.ready = new Promise((resolve) => (this.#becomeReady = resolve));
    this.#ended = this.#live();
  }

  get healthy(): boolean {
    const isFetching = Date.now() - this.#reader.lastFetchAt < unhealthyAfterMs;
    return this.#joined && isFetching && this.#isHeardOf(unhealthyAfterMs);
  }

  done(topic: string, partition: number, nextOffset: number): void {
    this.#positions.done(topic, partition, nextOffset);
  }

  pause(topic: string, partition: number): void {
    this.#reader.pause(topic, partition);
  }

  resume(topic: string, partition: number): void {
    this.#reader.resume(topic, partition);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ended;
  }

  /** One kafkajs consumer after the other until closed. */
  async #live(): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 1; !signal.aborted; failures += 1) {
      const startedAt = Date.now();
      await this.#liveOnce().catch((error: unknown) => {
        this.#logger.warn({ group: this.#options.group, err: error }, 'consumer ended, starting another');
      });
      this.#joined = false;
      if (Date.now() - startedAt > restartBackOff.maxMs) failures = 1;
      if (!signal.aborted) await sleep(backOffMs(restartBackOff, failures), signal);
    }
  }

  async #liveOnce(): Promise<void> {
    const { group, unhurried = false } = this.#options;
    const consumer = this.#client.consumer({
      ...consumerSettings,
      ...(unhurried && unhurriedSettings),
      groupId: group,
    });
    const { crash, unwatch } = this.#watch(consumer);
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...this.#options.topics], fromBeginning: true });
      if (this.#closing.signal.aborted) return;
      this.#consumer = consumer;
      await consumer.run({ autoCommit: false, eachBatch: () => Promise.resolve() });
      await this.#untilEnd(crash);
      this.#reader.stop();
      await this.#commit();
    } finally {
      // Its group may still give it partitions until it has left.
      unwatch();
      this.#reader.stop();
      this.#generation += 1;
      this.#consumer = undefined;
      await disconnected(consumer);
    }
  }

  /** Commits once a second; returns when closed, throws when the consumer crashed or its group does not hear of it any more. */
  async #untilEnd(crash: AbortSignal): Promise<void> {
    this.#lastHeartbeatAt = Date.now();
    const end = AbortSignal.any([crash, this.#closing.signal]);
    while (!end.aborted) {
      await sleep(commitIntervalMs, end);
      if (!this.#isHeardOf(stalledAfterMs)) throw new Error('the group does not hear of the consumer any more');
      if (!end.aborted) await this.#commit();
    }
    if (crash.aborted) throw crash.reason;
  }

  /** @returns a signal that aborts when the consumer can't go on, and what ends the watch. */
  #watch(consumer: Consumer): { crash: AbortSignal; unwatch: () => void } {
    const { HEARTBEAT, GROUP_JOIN, REBALANCING, CRASH } = consumer.events;
    const crash = new AbortController();
    const listeners = [
      consumer.on(HEARTBEAT, () => void (this.#lastHeartbeatAt = Date.now())),
      consumer.on(GROUP_JOIN, ({ payload }) => {
        this.#assign(consumer, payload.memberAssignment);
        this.#beginReading(payload.memberAssignment).catch((error: unknown) => crash.abort(error));
      }),
      consumer.on(REBALANCING, () => {
        this.#reader.stop();
        // The group still takes offsets of this generation now, and not any more once this member has joined the next.
        void this.#commit();
      }),
      consumer.on(CRASH, ({ payload }) => crash.abort(payload.error)),
    ];
    const unwatch = (): void => {
      for (const remove of listeners) remove();
    };
    return { crash: crash.signal, unwatch };
  }

  #assign(consumer: Consumer, assignment: Assignment): void {
    consumer.pause(Object.entries(assignment).map(([topic, partitions]) => ({ topic, partitions: [...partitions] })));
    for (const [topic, partitions] of this.#assigned) {
      for (const partition of partitions) {
        if (assignment[topic]?.includes(partition) === true) continue;
        partitions.delete(partition);
        this.#reader.resume(topic, partition);
        this.#positions.forget(topic, partition);
        this.#options.onRevoked?.(topic, partition);
      }
    }
    for (const [topic, partitions] of Object.entries(assignment)) {
      const known = partitionsOf(this.#assigned, topic);
      for (const partition of partitions) known.add(partition);
    }
    this.#joined = true;
    this.#lastHeartbeatAt = Date.now();
    this.#becomeReady();
  }

  /** From where the group has got to, or where this member had: what it has in hand is not read again. */
  async #beginReading(assignment: Assignment): Promise<void> {
    const generation = (this.#generation += 1);
    const positions = await this.#offsets.startOf(this.#options.group, assignment);
    if (generation !== this.#generation) return;
    this.#reader.read(
      positions.map(({ topic, partition, offset }) => ({
        topic,
        partition,
        offset: Math.max(offset, this.#positions.readTo(topic, partition)),
      })),
    );
  }

  #isHeardOf(withinMs: number): boolean {
    return Date.now() - this.#lastHeartbeatAt < withinMs;
  }

  async #commit(): Promise<void> {
    const positions = this.#positions.takeUncommitted();
    if (positions.length === 0 || this.#consumer === undefined) return this.#positions.putBack(positions);
    try {
      await this.#consumer.commitOffsets(
        positions.map(({ topic, partition, offset }) => ({ topic, partition, offset: String(offset) })),
      );
    } catch (error) {
      // Tried again on the next tick; until then a restart would only read these again, which every lane allows for.
      this.#positions.putBack(positions);
      this.#logger.debug({ group: this.#options.group, err: error }, 'offsets not committed yet');
    }
  }
}

/** Resolves once the consumer has left its group, or takes too long: then the group misses it by itself. */
async function disconnected(consumer: Consumer): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([consumer.disconnect(), sleep(disconnectLimitMs, over.signal)]);
  } finally {
    over.abort();
  }
}

function partitionsOf(map: Map<string, Set<number>>, topic: string): Set<number> {
  let partitions = map.get(topic);
  if (partitions === undefined) map.set(topic, (partitions = new Set()));
  return partitions;
}
