import type { Topic } from '@earshot/contracts-core';

/** A record on its way to the broker. */
export interface OutgoingRecord {
  readonly topic: string;
  /** Chosen by the hash of the key where absent; a record with neither goes to any partition. */
  readonly partition?: number;
  readonly key: string | null;
  /** null deletes the key in a compacted topic. */
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A record as it was read. */
export interface IncomingRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** ms since 1970, as its producer said it. */
  readonly timestamp?: number;
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * How sure a producer is before it says "sent". `leader`: the partition's leader has it. `all`: every in-sync replica
 * has it, once, whatever the network did in between (idempotent producer).
 */
export type Durability = 'leader' | 'all';

/** Sends records; one `send` is one round trip to each broker concerned. */
export interface BrokerProducer {
  /**
   * Resolves once the broker has every record as surely as the durability says. Records of one partition keep the order of the calls,
   * also where the next `send` begins before this one has ended; only where one fails, what the next ones brought may be there without it.
   *
   * @throws MissingTopicsError: these topics' records are not sent, all others are. Anything else is what the broker said
   * last; some of the records may have arrived all the same.
   */
  send(records: readonly OutgoingRecord[]): Promise<void>;
  close(): Promise<void>;
}

/** What a consumer reads and who is told. */
export interface ConsumerOptions {
  /** Members of one group share the partitions of its topics. */
  readonly group: string;
  readonly topics: readonly string[];
  /**
   * Records of one partition in the order of their offsets, each at least once. Called synchronously and must not
   * throw: what takes time is done elsewhere, with {@link BrokerConsumer.pause} against too much of it.
   */
  readonly onRecords: (topic: string, partition: number, records: readonly IncomingRecord[]) => void;
  /** The partition belongs to another member now, or to none: what was read of it and not begun is to be forgotten. */
  readonly onRevoked?: (topic: string, partition: number) => void;
  /** Where a partition begins, instead of at the offset that the group has committed. */
  readonly startAt?: (topic: string, partition: number) => number | undefined;
  /** How long to wait after records before the next fetch, ms, so that it brings more; 0 unless given. */
  readonly lingerMs?: number;
  /** A rebalance may take two seconds: the broker is polled less often while nothing comes. */
  readonly background?: boolean;
}

/** Reads partitions as a member of a group; comes back by itself, for ever, after any failure. */
export interface BrokerConsumer {
  /** Resolves once the group has given this member its first partitions (or has none for it). */
  readonly ready: Promise<void>;
  /** Whether partitions are being read at this moment. */
  readonly healthy: boolean;
  /** Everything of the partition below this offset is dealt with; committed on a timer, on revocation and on close. */
  done(topic: string, partition: number, nextOffset: number): void;
  /** Records that were fetched already may still come. */
  pause(topic: string, partition: number): void;
  resume(topic: string, partition: number): void;
  /** Commits what is done and leaves the group. */
  close(): Promise<void>;
}

/** Looks after topics and groups. Every call may fail while the broker is away. */
export interface BrokerAdmin {
  /** Creates what is missing, adds settings that changed, and partitions to topics of work that have fewer; never deletes. */
  ensureTopics(topics: readonly Topic[]): Promise<void>;
  topicNames(): Promise<string[]>;
  /** Topics that are not there (any more) are fine. */
  deleteTopics(names: readonly string[]): Promise<void>;
  /** The next offset of each partition, by number of partition. */
  endOffsets(topic: string): Promise<number[]>;
  /** What each partition holds, by number of partition: from the first offset that is still there to the one before the end. */
  bounds(topic: string): Promise<{ first: number; end: number }[]>;
  /** What the group has committed of each partition, by number of partition; 0 for nothing. */
  committedOffsets(group: string, topic: string): Promise<number[]>;
  /** Names of all groups. */
  groupNames(): Promise<string[]>;
  /** Whether a member of the group is alive. */
  groupIsEmpty(group: string): Promise<boolean>;
  /** Groups that are not there (any more) are fine. */
  deleteGroups(groups: readonly string[]): Promise<void>;
}

/** A Kafka, or what behaves like one: everything the lanes need of it. */
export interface Broker {
  producer(durability: Durability): BrokerProducer;
  consumer(options: ConsumerOptions): BrokerConsumer;
  readonly admin: BrokerAdmin;
  /** Once what was made of it is closed: ends every connection of this process that is left. */
  close(): Promise<void>;
}

/** Records were for topics that are not there. Those were not sent; all others were. */
export class MissingTopicsError extends Error {
  readonly topics: ReadonlySet<string>;

  constructor(topics: ReadonlySet<string>) {
    super(`there is no topic ${[...topics].join(', ')}`);
    this.name = 'MissingTopicsError';
    this.topics = topics;
  }
}

/** Whether this topic was the reason, or one of them. A failure of any other kind concerns every topic. */
export function concerns(failure: unknown, topic: string): boolean {
  return !(failure instanceof MissingTopicsError) || failure.topics.has(topic);
}
