import kafkajs, { type AclEntry, type Admin, type Kafka } from 'kafkajs';
import type { Topic } from '@earshot/contracts-core';
import { serviceUnavailable } from '../../lane.errors.js';
import type { BrokerAdmin } from '../broker.port.js';
import { sleep } from '../back-off.js';
import { ensureTopics } from './kafka-topics.js';
import { adminCloseTimeoutMs } from '../../timing.js';

/**
 * A kafkajs admin client, connected when first needed and replaced by a fresh one after a failure; after {@link close} never again.
 *
 * It is asked one thing after the other. Of two at a time kafkajs may look for the topic of one in metadata that it had requested for the other
 * alone, and the failure of one takes the connection from both.
 */
export class KafkaAdmin implements BrokerAdmin {
  readonly #client: Kafka;
  #admin: Promise<Admin> | undefined;
  #closed = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: Kafka) {
    this.#client = client;
  }

  ensureTopics(topics: readonly Topic[]): Promise<void> {
    return this.#use((admin) => ensureTopics(admin, topics));
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

  /** Beside what is in the port: only jobs ask for it. */
  addAcls(acl: AclEntry[]): Promise<void> {
    return this.#use(async (admin) => void (await admin.createAcls({ acl })));
  }

  endOffsets(topic: string): Promise<number[]> {
    return this.#use(async (admin) => {
      const ends: number[] = [];
      for (const { partition, high } of await admin.fetchTopicOffsets(topic)) ends[partition] = Number(high);
      return ends;
    });
  }

  bounds(topic: string): Promise<{ first: number; end: number }[]> {
    return this.#use(async (admin) => {
      const bounds: { first: number; end: number }[] = [];
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
      // -1 says that the group has committed nothing of the partition.
      for (const { partition, offset } of found?.partitions ?? []) committed[partition] = Math.max(0, Number(offset));
      return committed;
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
   * What asks from now on, or still waits for its turn, is refused; what is under way is waited for, for a while: kafkajs connects anew for it,
   * and a connection that came after this would keep the process from ending.
   */
  async close(): Promise<void> {
    this.#closed = true;
    const over = new AbortController();
    await Promise.race([this.#last, sleep(adminCloseTimeoutMs, over.signal)]);
    over.abort();
    const current = this.#admin;
    this.#admin = undefined;
    if (current !== undefined) await disconnected(current);
  }

  #use<T>(action: (admin: Admin) => Promise<T>): Promise<T> {
    const answer = this.#last.then(() => this.#run(action));
    this.#last = answer.catch(() => undefined);
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
    const admin = this.#client.admin();
    try {
      await admin.connect();
    } catch (error) {
      // It keeps what it has of connections, with their timers, unless told otherwise.
      await admin.disconnect();
      throw error;
    }
    return admin;
  }
}

/** GROUP_ID_NOT_FOUND of the Kafka protocol. */
const groupIdNotFound = 69;

/** An admin client that can't be disconnected was not connected any more. */
async function disconnected(admin: Promise<Admin>): Promise<void> {
  await admin.then((connected) => connected.disconnect()).catch(() => undefined);
}

const authorizationErrors = new Set([
  'TOPIC_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
]);

/** Whether brokers denied the operation. kafkajs wraps errors that it has retried. */
export function isDenied(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof kafkajs.KafkaJSProtocolError && authorizationErrors.has(error.type)) return true;
  if (error instanceof kafkajs.KafkaJSAggregateError) return error.errors.some(isDenied);
  return error.cause !== undefined && isDenied(error.cause);
}
