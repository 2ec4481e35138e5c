/** The kinds of Kafka lanes; each has its own rules of delivery (libs/messaging/README.md). */
export type Lane = 'work' | 'command' | 'event' | 'state';

/** A Kafka topic as it is declared: the one place from which it is created, read and written. */
export interface Topic {
  /** Full name on the broker, for example `projects.commands`. */
  readonly name: string;
  readonly lane: Lane;
  /** Fixed once the topic exists: records find their partition by a hash of their key. */
  readonly partitions: number;
  /** Broker settings beside the installation's defaults. */
  readonly config: Readonly<Record<string, string>>;
  /** Where records go that can never be handled; absent on lanes whose consumers need none. */
  readonly deadLetters?: Topic;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Requests with a waiting client. A worker takes one within 15 s or never, and a request with `store: false` lies nowhere else, so a record is gone
 * after 10 minutes at most: a segment is written for 2 minutes, deleted 2 minutes after its last record, when the broker next looks for such segments,
 * every 5 minutes by default. Files are deleted 1 s after that.
 */
export function workTopic(name: string, partitions: number): Topic {
  const config = {
    'retention.ms': String(2 * minuteMs),
    'segment.ms': String(2 * minuteMs),
    'segment.bytes': String(64 * 1024 ** 2),
    'file.delete.delay.ms': '1000',
  };
  return { name, lane: 'work', partitions, config };
}

/** Reads and durable writes: kept for a week, so a service that was away for days still finds every acknowledged write. */
export function commandTopic(name: string, partitions: number): Topic {
  return withDeadLetters({ name, lane: 'command', partitions, config: { 'retention.ms': String(7 * dayMs) } });
}

/** Facts for other services: kept for a month, the time in which a new consumer can be filled from the log. */
export function eventTopic(name: string, partitions: number): Topic {
  return withDeadLetters({ name, lane: 'event', partitions, config: { 'retention.ms': String(30 * dayMs) } });
}

/**
 * The latest value of every key, read whole by each replica. One partition, so that the offset alone says how much of
 * the state a replica has seen.
 */
export function stateTopic(name: string): Topic {
  return { name, lane: 'state', partitions: 1, config: { 'cleanup.policy': 'compact' } };
}

function withDeadLetters(topic: Topic): Topic {
  const name = `${topic.name}.dead-letters`;
  return {
    ...topic,
    deadLetters: { name, lane: topic.lane, partitions: 1, config: { 'retention.ms': String(30 * dayMs) } },
  };
}
