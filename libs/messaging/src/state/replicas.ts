import { replicaGroupPrefix, type StateContract } from '@earshot/contracts-core';
import { v7 } from 'uuid';
import { retryUntilDone, sleep } from '../broker/back-off.js';
import type { Broker, BrokerConsumer, IncomingRecord } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import type { RecordSender } from '../send/record-sender.js';
import { Fence } from './fence.js';
import { producerHeader } from './producer-check.js';
import { markerKey, StateReplica } from './state-replica.js';
import { setUpBackOff, stalledReplicaMs } from '../timing.js';

/** Service and instance name of a process. */
interface Process {
  readonly service: string;
  readonly instance: string;
}

/**
 * The state replicas of a process: one consumer in its own consumer group reads all topics from the beginning.
 *
 * Compaction may remove the last records of a topic (tombstones, after a day). Its end is then beyond the last record
 * and would never be reached. A stalled replica writes a tombstone of an unused key as a marker.
 */
export class Replicas {
  readonly #service: string;
  readonly #group: string;
  readonly #replicas = new Map<string, StateReplica<unknown>[]>();
  readonly #closing = new AbortController();
  #consumer: BrokerConsumer | undefined;
  #started: Promise<void> | undefined;

  constructor(
    private readonly broker: Broker,
    private readonly sender: RecordSender,
    private readonly logger: Logger,
    { service, instance }: Process,
  ) {
    this.#service = service;
    this.#group = `${replicaGroupPrefix(service)}${instance}.${v7()}`;
  }

  get all(): StateReplica<unknown>[] {
    return [...this.#replicas.values()].flat();
  }

  get healthy(): boolean {
    return this.#replicas.size === 0 || this.#consumer?.healthy === true;
  }

  /** Adds a replica, before {@link start}. */
  add<V>(contract: StateContract<V>): StateReplica<V> {
    const { name } = contract.topic;
    const fence = new Fence(() => this.#endOf(name));
    const replica = new StateReplica(contract, fence, this.logger);
    const sameTopic = this.#replicas.get(name);
    if (sameTopic === undefined) this.#replicas.set(name, [replica as StateReplica<unknown>]);
    else sameTopic.push(replica as StateReplica<unknown>);
    return replica;
  }

  /** Resolves once all replicas are ready or closed. */
  start(): Promise<void> {
    return (this.#started ??= this.#start());
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#started;
    if (this.#consumer === undefined) return;
    await this.#consumer.close();
    try {
      await this.broker.admin.deleteGroups([this.#group]);
    } catch (error) {
      // The broker deletes an empty group after a week.
      this.logger.debug({ group: this.#group, err: error }, 'consumer group not deleted');
    }
  }

  async #start(): Promise<void> {
    const topics = [...this.#replicas.keys()];
    // Closed before the topics were created: nothing would close the consumer.
    if (topics.length === 0 || this.#closing.signal.aborted) return;
    this.#consumer = this.broker.consumer({
      background: true,
      exclusive: true,
      group: this.#group,
      topics,
      onRecords: (topic, partition, records) => this.#apply(topic, partition, records),
    });
    await Promise.all(topics.map((topic) => this.#catchUp(topic)));
  }

  /** A state topic has one partition. */
  async #endOf(topic: string): Promise<number> {
    return (await this.broker.admin.bounds(topic))[0]?.end ?? 0;
  }

  async #catchUp(topic: string): Promise<void> {
    const replicas = this.#replicas.get(topic) ?? [];
    const read = async () => {
      const end = await this.#endOf(topic);
      const ready = Promise.all(replicas.map((replica) => replica.markReadyAt(end)));
      await Promise.race([ready, this.#writeMarkerWhileStalled(topic, replicas)]);
      await this.#nameProducer(topic, replicas);
    };
    const failed = (error: unknown) => this.logger.warn({ topic, err: error }, 'state not read, retrying');
    await retryUntilDone(read, { backOff: setUpBackOff, signal: this.#closing.signal, failed });
  }

  async #writeMarkerWhileStalled(topic: string, replicas: readonly StateReplica<unknown>[]): Promise<void> {
    const { signal } = this.#closing;
    let before = -1;
    while (!signal.aborted && !replicas.every(({ isReady }) => isReady)) {
      await sleep(stalledReplicaMs, signal);
      const position = replicas[0]?.position ?? 0;
      const stalled = position === before && this.#consumer?.healthy === true;
      before = position;
      if (stalled && !signal.aborted && !replicas.every(({ isReady }) => isReady)) await this.#writeMarker(topic);
    }
  }

  /** Writes a marker if no record names the owner: from then on records of others are ignored. */
  async #nameProducer(topic: string, replicas: readonly StateReplica<unknown>[]): Promise<void> {
    const isUnnamed = ({ contractTopic, hasNamedProducer }: StateReplica<unknown>) =>
      contractTopic.producer === this.#service && !hasNamedProducer;
    if (this.#closing.signal.aborted || !replicas.some(isUnnamed)) return;
    await this.#writeMarker(topic, 'no record names the owner of the topic, writing a marker record');
  }

  async #writeMarker(topic: string, reason = 'replica stalled, marker record written'): Promise<void> {
    this.logger.info({ topic }, reason);
    const headers = { [producerHeader]: this.#service };
    await this.sender.send({ topic, key: markerKey, value: null, headers });
  }

  #apply(topic: string, partition: number, records: readonly IncomingRecord[]): void {
    for (const replica of this.#replicas.get(topic) ?? []) replica.apply(records);
    const last = records.at(-1);
    if (last !== undefined) this.#consumer?.done(topic, partition, last.offset + 1);
  }
}
