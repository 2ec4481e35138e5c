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
  /** The one service that writes state; replicas ignore records of others. Absent: anybody. */
  readonly producer?: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Settings of topics with what is on its way between a client and a model. A request with `store: false` lies nowhere else, so a record is gone after
 * 10 minutes at most: a segment is written for 2 minutes, deleted 2 minutes after its last record, when the broker next looks for such segments, every
 * 5 minutes by default. Files are deleted 1 s after that.
 */
export const transientConfig: Topic['config'] = {
  'retention.ms': String(2 * minuteMs),
  'segment.ms': String(2 * minuteMs),
  'segment.bytes': String(64 * 1024 ** 2),
  'file.delete.delay.ms': '1000',
};

/** Requests with a waiting client: a worker takes one within 15 s or never. */
export function workTopic(name: string, partitions: number): Topic {
  return { name, lane: 'work', partitions, config: transientConfig };
}

/** Reads and durable writes: gone after a week, so a service that was away for 6 days still finds every acknowledged write. */
export function commandTopic(name: string, partitions: number): Topic {
  return withDeadLetters({ name, lane: 'command', partitions, config: goneAfterDays(7) });
}

/** Facts for other services: gone after 30 days. In the 29 before, a new consumer can be filled from the log. */
export function eventTopic(name: string, partitions: number): Topic {
  return withDeadLetters({ name, lane: 'event', partitions, config: goneAfterDays(30) });
}

/**
 * A broker deletes whole segments, by their last records, and a segment of a quiet topic is written for a week by default. With one of a day the first
 * record is gone in time too; an hour is left for the broker to look.
 */
function goneAfterDays(days: number): Topic['config'] {
  return { 'retention.ms': String((days - 1) * dayMs), 'segment.ms': String(23 * 60 * minuteMs) };
}

/**
 * The latest value of every key, read whole by each replica. One partition, so that the offset alone says how much of
 * the state a replica has seen.
 *
 * @param producer the one service that writes it. Without it, replicas take records of anybody.
 */
export function stateTopic(name: string, producer?: string): Topic {
  const config = { 'cleanup.policy': 'compact' };
  return { name, lane: 'state', partitions: 1, config, ...(producer !== undefined && { producer }) };
}

function withDeadLetters(topic: Topic): Topic {
  const name = `${topic.name}.dead-letters`;
  return {
    ...topic,
    deadLetters: { name, lane: topic.lane, partitions: 1, config: goneAfterDays(30) },
  };
}
