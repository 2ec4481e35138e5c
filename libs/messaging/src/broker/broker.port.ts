import type { Topic } from '@earshot/contracts-core';

/** A record to send. */
export interface OutgoingRecord {
  readonly topic: string;
  /** Absent: chosen by the hash of the key, or any partition for a record without key. */
  readonly partition?: number;
  readonly key: string | null;
  /** null deletes the key in a compacted topic. */
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A record that was read. */
export interface IncomingRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** Producer timestamp, ms since 1970. */
  readonly timestamp?: number;
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends records; one `send` is one round trip to each broker concerned. */
export interface BrokerProducer {
  /**
   * Resolves once all in-sync copies have every record, so that it outlives the broker that leads its partition.
   * Records of one partition keep the order of the calls, also of overlapping ones. After a failed call, records of
   * later calls may still be written.
   *
   * @throws MissingTopicsError: records of these topics were not sent, all others were. For any other error some
   * records may still have arrived.
   */
  send(records: readonly OutgoingRecord[]): Promise<void>;
  close(): Promise<void>;
}

/** Options of a consumer. */
export interface ConsumerOptions {
  /** Members of one group share the partitions of its topics. */
  readonly group: string;
  readonly topics: readonly string[];
  /**
   * Receives records of one partition in offset order, at least once. Called synchronously; it must not throw and must
   * return fast. Use {@link BrokerConsumer.pause} for backpressure.
   */
  readonly onRecords: (topic: string, partition: number, records: readonly IncomingRecord[]) => void;
  /** The partition was revoked: discard its records that are not in progress. */
  readonly onRevoked?: (topic: string, partition: number) => void;
  /** First offset of a partition, in place of the committed one. */
  readonly startAt?: (topic: string, partition: number) => number | undefined;
  /** Delay between records and the next fetch, ms, for larger batches; default 0. */
  readonly lingerMs?: number;
  /** The group has no other member: this consumer reconnects and rejoins sooner, and delivers without a session too. */
  readonly exclusive?: boolean;
  /** Low priority: {@link fetchWaitMs} is 3 s, and fewer heartbeats are sent under load. */
  readonly background?: boolean;
  /**
   * How long the broker holds an empty fetch, ms; default 2 s. As often it answers an idle consumer. The rebalance of
   * an idle group takes a little longer.
   */
  readonly fetchWaitMs?: number;
}

/** Reads partitions as a member of a consumer group; reconnects after any failure. */
export interface BrokerConsumer {
  /** Resolves at the first assignment of partitions, which may be empty. */
  readonly ready: Promise<void>;
  /** Whether partitions are being read now. */
  readonly healthy: boolean;
  /** Marks everything below `nextOffset` as done; committed on a timer, on revocation and on close. */
  done(topic: string, partition: number, nextOffset: number): void;
  /** Records that were already fetched may still arrive. */
  pause(topic: string, partition: number): void;
  resume(topic: string, partition: number): void;
  /** Commits and leaves the group. */
  close(): Promise<void>;
}

/** Offsets of a partition: from `first` up to, but not including, `end`. */
export interface Range {
  readonly first: number;
  readonly end: number;
}

/** Manages topics and groups. Every call may fail while the broker is unavailable. */
export interface BrokerAdmin {
  /** Creates missing topics, updates changed settings, adds partitions to work topics; never deletes. */
  ensureTopics(topics: readonly Topic[]): Promise<void>;
  topicNames(): Promise<string[]>;
  /** Missing topics are no error. */
  deleteTopics(names: readonly string[]): Promise<void>;
  /** First and end offset of each partition, by number. */
  bounds(topic: string): Promise<Range[]>;
  /** Committed offset of each partition, by number; 0 for none. */
  committedOffsets(group: string, topic: string): Promise<number[]>;
  /** Number of replicas of the topic that are not in sync; those of brokers that are away count too. */
  missingReplicas(topic: string): Promise<number>;
  groupNames(): Promise<string[]>;
  /** Whether the group has no members. */
  groupIsEmpty(group: string): Promise<boolean>;
  /** Missing groups are no error. */
  deleteGroups(groups: readonly string[]): Promise<void>;
}

/** What the lanes need of a broker: Kafka, or the memory broker of tests. */
export interface Broker {
  producer(): BrokerProducer;
  consumer(options: ConsumerOptions): BrokerConsumer;
  readonly admin: BrokerAdmin;
  /** Closes all remaining connections; call it after producers and consumers are closed. */
  close(): Promise<void>;
}

/** Some topics do not exist. Their records were not sent; all others were. */
export class MissingTopicsError extends Error {
  constructor(readonly topics: ReadonlySet<string>) {
    super(`unknown topic: ${[...topics].join(', ')}`);
    this.name = 'MissingTopicsError';
  }
}

/** Whether the failure affects records of this topic; only a MissingTopicsError is limited to some topics. */
export function affects(failure: unknown, topic: string): boolean {
  return !(failure instanceof MissingTopicsError) || failure.topics.has(topic);
}
