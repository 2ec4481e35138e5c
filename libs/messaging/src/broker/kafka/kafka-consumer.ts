import type { Consumer, EachBatchPayload, IHeaders, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from '../../logger.js';
import { backOffMs, sleep } from '../back-off.js';
import type { BrokerConsumer, ConsumerOptions, IncomingRecord } from '../broker.port.js';
import { ConsumerPositions } from '../consumer-positions.js';
import {
  consumerSettings,
  commitIntervalMs,
  disconnectLimitMs,
  restartBackOff,
  stalledAfterMs,
  unhealthyAfterMs,
} from './kafka-consumer-settings.js';

/** A kafkajs consumer that commits on a timer and is replaced by a fresh one whenever it ends by itself. */
export class KafkaConsumer implements BrokerConsumer {
  readonly ready: Promise<void>;
  readonly #client: Kafka;
  readonly #options: ConsumerOptions;
  readonly #logger: Logger;
  readonly #positions = new ConsumerPositions();
  readonly #assigned = new Map<string, Set<number>>();
  readonly #paused = new Map<string, Set<number>>();
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #consumer: Consumer | undefined;
  #becomeReady: () => void = () => undefined;
  #lastFetchAt = 0;
  #joined = false;

  constructor(client: Kafka, options: ConsumerOptions, logger: Logger) {
    this.#client = client;
    this.#options = options;
    this.#logger = logger;
    this.ready = new Promise((resolve) => (this.#becomeReady = resolve));
    this.#ended = this.#live();
  }

  get healthy(): boolean {
    return this.#joined && Date.now() - this.#lastFetchAt < unhealthyAfterMs;
  }

  done(topic: string, partition: number, nextOffset: number): void {
    this.#positions.done(topic, partition, nextOffset);
  }

  pause(topic: string, partition: number): void {
    partitionsOf(this.#paused, topic).add(partition);
    this.#consumer?.pause([{ topic, partitions: [partition] }]);
  }

  resume(topic: string, partition: number): void {
    if (this.#paused.get(topic)?.delete(partition) === true)
      this.#consumer?.resume([{ topic, partitions: [partition] }]);
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
    const { group: groupId, fetchWaitMs: maxWaitTimeInMs = consumerSettings.maxWaitTimeInMs } = this.#options;
    const consumer = this.#client.consumer({ ...consumerSettings, groupId, maxWaitTimeInMs });
    const crash = this.#watch(consumer);
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...this.#options.topics], fromBeginning: true });
      if (this.#closing.signal.aborted) return;
      this.#consumer = consumer;
      await consumer.run({
        autoCommit: false,
        partitionsConsumedConcurrently: 16,
        // Nothing is awaited in here: the loop goes on fetching and its heartbeats never wait for a handler.
        eachBatch: async (payload) => this.#dispatch(payload),
      });
      await this.#untilEnd(crash);
      await this.#commit();
    } finally {
      this.#consumer = undefined;
      await disconnected(consumer);
    }
  }

  /** Commits once a second; returns when closed, throws when the consumer crashed or does not fetch any more. */
  async #untilEnd(crash: AbortSignal): Promise<void> {
    this.#lastFetchAt = Date.now();
    const end = AbortSignal.any([crash, this.#closing.signal]);
    while (!end.aborted) {
      await sleep(commitIntervalMs, end);
      if (Date.now() - this.#lastFetchAt > stalledAfterMs) throw new Error('the consumer does not fetch any more');
      if (!end.aborted) await this.#commit();
    }
    if (crash.aborted) throw crash.reason;
  }

  /** @returns a signal that aborts when kafkajs gives the consumer up. */
  #watch(consumer: Consumer): AbortSignal {
    const { FETCH, GROUP_JOIN, REBALANCING, CRASH } = consumer.events;
    consumer.on(FETCH, () => void (this.#lastFetchAt = Date.now()));
    consumer.on(GROUP_JOIN, ({ payload }) => this.#assign(consumer, payload.memberAssignment));
    // The group still takes offsets of this generation now, and not any more once this member has joined the next.
    consumer.on(REBALANCING, () => void this.#commit());
    const crash = new AbortController();
    consumer.on(CRASH, ({ payload }) => crash.abort(payload.error));
    return crash.signal;
  }

  #assign(consumer: Consumer, assignment: Record<string, number[]>): void {
    for (const [topic, partitions] of this.#assigned) {
      for (const partition of partitions) {
        if (assignment[topic]?.includes(partition) === true) continue;
        partitions.delete(partition);
        this.#paused.get(topic)?.delete(partition);
        this.#positions.forget(topic, partition);
        this.#options.onRevoked?.(topic, partition);
      }
    }
    for (const [topic, partitions] of Object.entries(assignment)) {
      const known = partitionsOf(this.#assigned, topic);
      for (const partition of partitions) known.add(partition);
      const paused = this.#paused.get(topic);
      if (paused !== undefined && paused.size > 0) consumer.pause([{ topic, partitions: [...paused] }]);
    }
    this.#joined = true;
    this.#lastFetchAt = Date.now();
    this.#becomeReady();
  }

  #dispatch({ batch: { topic, partition, messages } }: EachBatchPayload): void {
    // After a rebalance the partition is read again from the committed offset: what this member has in hand is skipped.
    const from = this.#positions.readTo(topic, partition);
    const records: IncomingRecord[] = [];
    let next = from;
    for (const message of messages) {
      const offset = Number(message.offset);
      if (offset < from) continue;
      next = offset + 1;
      records.push(incoming(topic, partition, offset, message));
    }
    if (records.length === 0) return;
    this.#positions.advanceRead(topic, partition, next);
    this.#options.onRecords(topic, partition, records);
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

const noHeaders: Readonly<Record<string, string>> = Object.freeze({});

function incoming(
  topic: string,
  partition: number,
  offset: number,
  { key, value, headers }: KafkaMessage,
): IncomingRecord {
  return { topic, partition, offset, key: key === null ? null : key.toString(), value, headers: headersOf(headers) };
}

function headersOf(headers: IHeaders | undefined): Readonly<Record<string, string>> {
  if (headers === undefined) return noHeaders;
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) read[name] = String(value);
  }
  return read;
}
