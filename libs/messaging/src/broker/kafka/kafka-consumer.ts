import type { Consumer, EachBatchPayload, IHeaders, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from '../../logger.js';
import { backOffMs, settlesWithin, sleep, untilTickMs } from '../back-off.js';
import type { BrokerConsumer, ConsumerOptions, IncomingRecord } from '../broker.port.js';
import { ConsumerPositions } from '../consumer-positions.js';
import { backgroundSettings, consumerSettings, exclusiveSettings } from './kafka-client.js';
import { maxConcurrentPartitions } from '../../limits.js';
import {
  commitIntervalMs,
  disconnectTimeoutMs,
  exclusiveBackOff,
  sessionTimeoutMs,
  setUpBackOff,
  stalledConsumerMs,
  unhealthyAfterMs,
} from '../../timing.js';

/** Assigned partitions by topic. */
type Assignment = Readonly<Record<string, readonly number[]>>;

/**
 * A member of a consumer group that commits on a timer. A kafkajs consumer that fails is replaced by a new one, which
 * continues at the last read offset.
 */
export class KafkaConsumer implements BrokerConsumer {
  readonly ready: Promise<void>;
  readonly #positions = new ConsumerPositions();
  readonly #assigned = new Map<string, Set<number>>();
  readonly #paused = new Set<string>();
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #consumer: Consumer | undefined;
  #becomeReady: () => void = () => undefined;
  #lastHeartbeatAt = 0;
  #joined = false;

  constructor(
    private readonly client: Kafka,
    private readonly options: ConsumerOptions,
    private readonly logger: Logger,
  ) {
    this.ready = new Promise((resolve) => (this.#becomeReady = resolve));
    this.#ended = this.#run();
  }

  get healthy(): boolean {
    return this.#joined && this.#heartbeatWithin(unhealthyAfterMs);
  }

  done(topic: string, partition: number, nextOffset: number): void {
    this.#positions.done(topic, partition, nextOffset);
  }

  pause(topic: string, partition: number): void {
    this.#paused.add(`${topic}/${partition}`);
    this.#consumer?.pause([{ topic, partitions: [partition] }]);
  }

  resume(topic: string, partition: number): void {
    this.#paused.delete(`${topic}/${partition}`);
    this.#consumer?.resume([{ topic, partitions: [partition] }]);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ended;
  }

  /** Runs kafkajs consumers, one after the other, until closed. */
  async #run(): Promise<void> {
    const { signal } = this.#closing;
    const backOff = this.options.exclusive === true ? exclusiveBackOff : setUpBackOff;
    for (let failures = 1; !signal.aborted; failures += 1) {
      const startedAt = Date.now();
      await this.#runOnce().catch((error: unknown) => {
        this.logger.warn({ group: this.options.group, err: error }, 'consumer failed, restarting');
      });
      this.#joined = false;
      if (Date.now() - startedAt > setUpBackOff.maxMs) failures = 1;
      if (!signal.aborted) await sleep(backOffMs(backOff, failures), signal);
    }
  }

  async #runOnce(): Promise<void> {
    const { group, topics, background = false, exclusive = false, fetchWaitMs } = this.options;
    const consumer = this.client.consumer({
      ...consumerSettings,
      ...(background && backgroundSettings),
      ...(exclusive && exclusiveSettings),
      ...(fetchWaitMs !== undefined && { maxWaitTimeInMs: fetchWaitMs }),
      groupId: group,
    });
    const crash = new AbortController();
    const unwatch = this.#watch(consumer, crash);
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      if (this.#closing.signal.aborted) return;
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: maxConcurrentPartitions,
        eachBatch: (payload) => this.#deliver(payload, crash),
      });
      await this.#commitUntilEnd(crash.signal);
      await this.#commit();
    } finally {
      // The group may still assign partitions before the consumer has left.
      unwatch();
      this.#consumer = undefined;
      // A hanging consumer is abandoned.
      await settlesWithin(consumer.disconnect(), disconnectTimeoutMs);
    }
  }

  /** Commits once a second until closed. @throws if the consumer crashed or its heartbeats stopped. */
  async #commitUntilEnd(crash: AbortSignal): Promise<void> {
    this.#lastHeartbeatAt = Date.now();
    const end = AbortSignal.any([crash, this.#closing.signal]);
    while (!end.aborted) {
      await sleep(untilTickMs(commitIntervalMs), end);
      if (!this.#heartbeatWithin(stalledConsumerMs))
        throw new Error(`no heartbeat reached the group for ${stalledConsumerMs} ms`);
      if (!end.aborted) await this.#commit();
    }
    if (crash.aborted) throw crash.reason;
  }

  /** Listens to consumer events. @returns a function that removes the listeners. */
  #watch(consumer: Consumer, crash: AbortController): () => void {
    const { HEARTBEAT, GROUP_JOIN, REBALANCING, CRASH } = consumer.events;
    const listeners = [
      consumer.on(HEARTBEAT, () => void (this.#lastHeartbeatAt = Date.now())),
      consumer.on(GROUP_JOIN, ({ payload }) => this.#assign(consumer, payload.memberAssignment)),
      // The group accepts offsets of this generation only until the member joins the next one.
      consumer.on(REBALANCING, () => void this.#commit()),
      consumer.on(CRASH, ({ payload }) => crash.abort(payload.error)),
    ];
    return () => listeners.forEach((remove) => remove());
  }

  #assign(consumer: Consumer, assignment: Assignment): void {
    this.#consumer = consumer;
    for (const [topic, partitions] of this.#assigned) {
      for (const partition of partitions) {
        if (assignment[topic]?.includes(partition) === true) continue;
        partitions.delete(partition);
        this.#paused.delete(`${topic}/${partition}`);
        this.#positions.forget(topic, partition);
        this.options.onRevoked?.(topic, partition);
      }
    }
    for (const [topic, partitions] of Object.entries(assignment)) {
      for (const partition of partitions) this.#begin(consumer, topic, partition);
    }
    this.#joined = true;
    this.#lastHeartbeatAt = Date.now();
    this.#becomeReady();
  }

  /** Seeks past records that this member has read already; kafkajs starts at the committed offset. */
  #begin(consumer: Consumer, topic: string, partition: number): void {
    const known = this.#assigned.get(topic);
    if (known === undefined) this.#assigned.set(topic, new Set([partition]));
    else known.add(partition);
    const offset = this.#positions.readTo(topic, partition) ?? this.options.startAt?.(topic, partition);
    if (offset !== undefined) consumer.seek({ topic, partition, offset: String(offset) });
    if (this.#paused.has(`${topic}/${partition}`)) consumer.pause([{ topic, partitions: [partition] }]);
  }

  async #deliver(payload: EachBatchPayload, crash: AbortController): Promise<void> {
    if (!payload.isRunning() || payload.isStale() || this.#closing.signal.aborted) return;
    // Another member may own the partition by now: discard the fetched records.
    if (this.options.exclusive !== true && !this.#heartbeatWithin(sessionTimeoutMs))
      return crash.abort(new Error('the session expired'));
    const { topic, partition, messages } = payload.batch;
    const last = payload.batch.lastOffset();
    this.#positions.advanceRead(topic, partition, Number(last) + 1);
    payload.resolveOffset(last);
    if (messages.length > 0) this.options.onRecords(topic, partition, messages.map(incoming(topic, partition)));
    const { lingerMs = 0 } = this.options;
    if (lingerMs > 0) await sleep(lingerMs, this.#closing.signal);
  }

  #heartbeatWithin(limitMs: number): boolean {
    return Date.now() - this.#lastHeartbeatAt < limitMs;
  }

  async #commit(): Promise<void> {
    const positions = this.#positions.takeUncommitted();
    if (positions.length === 0 || this.#consumer === undefined) return this.#positions.putBack(positions);
    try {
      await this.#consumer.commitOffsets(
        positions.map(({ topic, partition, offset }) => ({ topic, partition, offset: String(offset) })),
      );
    } catch (error) {
      this.#positions.putBack(positions);
      this.logger.debug({ group: this.options.group, err: error }, 'offsets not committed');
    }
  }
}

function incoming(topic: string, partition: number): (message: KafkaMessage) => IncomingRecord {
  return ({ offset, timestamp, key, value, headers }) => ({
    topic,
    partition,
    offset: Number(offset),
    timestamp: Number(timestamp),
    key: key?.toString() ?? null,
    value,
    headers: headersOf(headers),
  });
}

const noHeaders: Readonly<Record<string, string>> = Object.freeze({});

function headersOf(headers: IHeaders | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(headers ?? {});
  if (entries.length === 0) return noHeaders;
  return Object.fromEntries(entries.flatMap(([name, text]) => (text === undefined ? [] : [[name, String(text)]])));
}
