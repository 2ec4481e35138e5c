import kafkajs, { type AclEntry, type Admin, type Kafka } from 'kafkajs';
import type { Topic } from '@earshot/contracts-core';
import { serviceUnavailable } from '../../lane.errors.js';
import type { BrokerAdmin, Range } from '../broker.port.js';
import { settlesWithin } from '../back-off.js';
import { disconnected, hasProtocolError } from './kafka-client.js';
import { ensureTopics } from './kafka-topics.js';
import { adminCloseTimeoutMs } from '../../timing.js';

/**
 * A kafkajs admin client that connects on first use and is replaced after a failure, until {@link close}.
 *
 * Requests run one at a time. For concurrent requests kafkajs may search the metadata of the wrong topic, and the
 * failure of one request closes the connection of the other.
 */
export class KafkaAdmin implements BrokerAdmin {
  #admin: Promise<Admin> | undefined;
  #closed = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: Kafka) {}

  /** @param minBrokers before a missing topic is created; only jobs ask for more than one. */
  ensureTopics(topics: readonly Topic[], minBrokers = 1): Promise<void> {
    return this.#use((admin) => ensureTopics(admin, topics, minBrokers));
  }

  topicNames(): Promise<string[]> {
    return this.#use((admin) => admin.listTopics());
  }

  deleteTopics(names: readonly string[]): Promise<void> {
    return this.#use(async (admin) => {
      const existing = new Set(await admin.listTopics());
      const topics = names.filter((name) => existing.has(name));
      if (topics.length > 0) await admin.deleteTopics({ topics });
    });
  }

  /** Not in the port: only jobs use it. */
  addAcls(acl: AclEntry[]): Promise<void> {
    return this.#use(async (admin) => void (await admin.createAcls({ acl })));
  }

  bounds(topic: string): Promise<Range[]> {
    return this.#use(async (admin) => {
      const bounds: Range[] = [];
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        bounds[partition] = { first: Number(low), end: Number(high) };
      }
      return bounds;
    });
  }

  committedOffsets(group: string, topic: string): Promise<number[]> {
    return this.#use(async (admin) => {
      const committed: number[] = [];
      const [found] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
      // -1: nothing is committed for the partition.
      for (const { partition, offset } of found?.partitions ?? []) committed[partition] = Math.max(0, Number(offset));
      return committed;
    });
  }

  missingReplicas(topic: string): Promise<number> {
    return this.#use(async (admin) => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      const partitions = topics.flatMap((found) => found.partitions);
      return partitions.reduce((sum, { replicas, isr }) => sum + replicas.length - isr.length, 0);
    });
  }

  groupNames(): Promise<string[]> {
    return this.#use(async (admin) => (await admin.listGroups()).groups.map(({ groupId }) => groupId));
  }

  groupIsEmpty(group: string): Promise<boolean> {
    return this.#use(async (admin) => {
      const { groups } = await admin.describeGroups([group]);
      return groups[0] === undefined || groups[0].members.length === 0;
    });
  }

  deleteGroups(groups: readonly string[]): Promise<void> {
    return this.#use(async (admin) => {
      await admin.deleteGroups([...groups]).catch((error: unknown) => {
        if (!(error instanceof kafkajs.KafkaJSDeleteGroupsError)) throw error;
        const real = error.groups?.filter(({ errorCode }) => errorCode !== groupIdNotFound) ?? [];
        if (real.length > 0) throw error;
      });
    });
  }

  /**
   * Rejects new and queued requests, then waits a limited time for the current one: kafkajs may reconnect for it, and
   * such a connection would keep the process alive.
   */
  async close(): Promise<void> {
    this.#closed = true;
    await settlesWithin(this.#queue, adminCloseTimeoutMs);
    const current = this.#admin;
    this.#admin = undefined;
    await disconnected(current);
  }

  #use<T>(action: (admin: Admin) => Promise<T>): Promise<T> {
    const answer = this.#queue.then(() => this.#run(action));
    this.#queue = answer.catch(() => undefined);
    return answer;
  }

  async #run<T>(action: (admin: Admin) => Promise<T>): Promise<T> {
    if (this.#closed) throw serviceUnavailable();
    this.#admin ??= this.#connect();
    const current = this.#admin;
    try {
      return await action(await current);
    } catch (error) {
      if (this.#admin === current) this.#admin = undefined;
      await disconnected(current);
      throw error;
    }
  }

  async #connect(): Promise<Admin> {
    const admin = this.client.admin();
    try {
      await admin.connect();
    } catch (error) {
      // Otherwise kafkajs keeps connections and their timers.
      await admin.disconnect();
      throw error;
    }
    return admin;
  }
}

/** GROUP_ID_NOT_FOUND of the Kafka protocol. */
const groupIdNotFound = 69;

const authorizationErrors = [
  'TOPIC_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
];

/** Whether brokers denied the operation. */
export function isDenied(error: unknown): boolean {
  return hasProtocolError(error, authorizationErrors);
}
