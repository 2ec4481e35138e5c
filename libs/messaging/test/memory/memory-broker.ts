import { setImmediate as turn } from 'node:timers/promises';
import type { Topic } from '@earshot/contracts-core';
import {
  type Broker,
  type BrokerAdmin,
  type BrokerConsumer,
  type BrokerProducer,
  type ConsumerOptions,
  type IncomingRecord,
  MissingTopicsError,
  type OutgoingRecord,
} from '../../src/broker/broker.port.js';
import { MemoryConsumer } from './memory-consumer.js';
import { MemoryGroup } from './memory-group.js';
import { MemoryLog } from './memory-log.js';

/** A broker within the process, for tests: keeps the port's promises, and breaks down on demand. */
export class MemoryBroker implements Broker {
  /** How often the admin was asked something. */
  questions = 0;
  /** How long records take to their readers, ms. */
  delayMs = 0;
  isAway = false;
  readonly #logs = new Map<string, MemoryLog>();
  readonly #groups = new Map<string, MemoryGroup>();
  readonly #silenced = new Set<string>();
  /** Topics that cannot be written, until their promise resolves. */
  readonly #stalled = new Map<string, PromiseWithResolvers<void>>();
  #sendsToFail = 0;
  #sendsToLose = 0;

  /** How many consumers are in a group. */
  get memberCount(): number {
    return [...this.#groups.values()].reduce((count, { members }) => count + members.length, 0);
  }

  /** Fault: nothing can be sent, read, committed or asked until {@link comeBack}. */
  goAway(): void {
    this.isAway = true;
  }

  comeBack(): void {
    this.isAway = false;
    this.#wakeAll();
  }

  /** Fault: what is sent to a topic waits until {@link proceed}, as where its leader hangs. */
  stall(topic: string): void {
    this.#stalled.set(topic, Promise.withResolvers());
  }

  proceed(topic: string): void {
    this.#stalled.get(topic)?.resolve();
    this.#stalled.delete(topic);
  }

  /** Fault: so many sends fail, their records lost. */
  failSends(count: number): void {
    this.#sendsToFail = count;
  }

  /**
   * Fault: so many sends are acknowledged, their records lost, as where a copy that was not in sync becomes the leader.
   */
  loseSends(count: number): void {
    this.#sendsToLose = count;
  }

  /** Fault: members read again from what is committed. */
  deliverAgain(group: string): void {
    for (const member of this.#groups.get(group)?.members ?? []) member.rewind();
  }

  /** Fault: the member that joined the group first (or the one at this place) is gone without a word. */
  killMember(group: string, place = 0): void {
    const known = this.#groups.get(group);
    const [killed] = known?.members.splice(place, 1) ?? [];
    killed?.die();
    known?.rebalance();
  }

  /** Fault: what the process with this inbox says is not heard any more. */
  silence(replyTopic: string): void {
    this.#silenced.add(replyTopic);
  }

  /** Fault: the topic ends here, beyond what there is to read, until something more is written. */
  pretendEnd(topic: string, offset: number): void {
    this.#logs.get(topic)?.compactTail(offset);
  }

  /** What a topic holds, by partition. */
  recordsOf(topic: string): readonly (readonly IncomingRecord[])[] {
    return this.#logs.get(topic)?.partitions ?? [];
  }

  /** What a partition holds from this offset on. */
  read(topic: string, partition: number, from: number, limit: number): readonly IncomingRecord[] {
    return this.#logs.get(topic)?.read(partition, from, limit) ?? [];
  }

  /** For {@link MemoryConsumer}. */
  leave(group: MemoryGroup, member: MemoryConsumer): void {
    const place = group.members.indexOf(member);
    if (place < 0) return;
    group.members.splice(place, 1);
    member.die();
    group.rebalance();
  }

  producer(): BrokerProducer {
    let isClosed = false;
    return {
      send: async (records) => {
        if (isClosed) throw new Error('the producer is closed');
        // As slow as a broker that is not in this process, in turns of the event loop.
        await turn();
        for (const { topic } of records) await this.#stalled.get(topic)?.promise;
        this.#send(records);
      },
      close: async () => void (isClosed = true),
    };
  }

  consumer(options: ConsumerOptions): BrokerConsumer {
    let group = this.#groups.get(options.group);
    if (group === undefined) this.#groups.set(options.group, (group = new MemoryGroup(this.#logs)));
    const consumer = new MemoryConsumer(this, group, options);
    group.members.push(consumer);
    setImmediate(() => group.rebalance());
    return consumer;
  }

  get admin(): BrokerAdmin {
    return {
      ensureTopics: (topics) => this.#ask(() => topics.forEach((topic) => this.#create(topic))),
      topicNames: () => this.#ask(() => [...this.#logs.keys()]),
      deleteTopics: (names) => this.#ask(() => names.forEach((name) => this.#logs.delete(name))),
      bounds: (topic) => this.#ask(() => (this.#logs.get(topic)?.ends() ?? []).map((end) => ({ first: 0, end }))),
      committedOffsets: (group, topic) =>
        this.#ask(() => {
          const known = this.#groups.get(group);
          return this.recordsOf(topic).map((_, partition) => known?.committed(topic, partition) ?? 0);
        }),
      missingReplicas: () => this.#ask(() => 0),
      groupNames: () => this.#ask(() => [...this.#groups.keys()]),
      groupIsEmpty: (group) => this.#ask(() => (this.#groups.get(group)?.members.length ?? 0) === 0),
      deleteGroups: (groups) => this.#ask(() => groups.forEach((group) => this.#groups.delete(group))),
    };
  }

  /** Others may go on with it. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  async #ask<T>(answer: () => T): Promise<T> {
    this.questions += 1;
    await turn();
    if (this.isAway) throw new Error('the broker is away');
    return answer();
  }

  #create({ name, lane, partitions, deadLetters }: Topic): void {
    const log = this.#logs.get(name);
    if (log === undefined) this.#logs.set(name, new MemoryLog(name, partitions));
    else if (lane === 'work') log.grow(partitions);
    if (deadLetters !== undefined) this.#create(deadLetters);
  }

  #send(records: readonly OutgoingRecord[]): void {
    if (this.isAway) throw new Error('the broker is away');
    if (this.#sendsToFail > 0) {
      this.#sendsToFail -= 1;
      throw new Error('the broker refused');
    }
    if (this.#sendsToLose > 0) {
      this.#sendsToLose -= 1;
      return;
    }
    const missing = new Set<string>();
    for (const record of records) {
      const log = this.#logs.get(record.topic);
      if (log === undefined) missing.add(record.topic);
      else if (!this.#isSilenced(record)) log.append(record);
    }
    this.#wakeAll();
    if (missing.size > 0) throw new MissingTopicsError(missing);
  }

  #isSilenced({ value }: OutgoingRecord): boolean {
    if (this.#silenced.size === 0 || value === null) return false;
    const text = value.toString();
    return [...this.#silenced].some((replyTopic) => text.startsWith(`{"from":"${replyTopic}"`));
  }

  #wakeAll(): void {
    for (const { members } of this.#groups.values()) {
      for (const member of members) member.wake();
    }
  }
}
