/** The lanes; see libs/messaging/README.md. */
export type Lane = 'work' | 'command' | 'event' | 'state';

/** Declaration of a Kafka topic. */
export interface Topic {
  /** Full name on the broker, for example `projects.commands`. */
  readonly name: string;
  readonly lane: Lane;
  /** Fixed once the topic exists, since records are partitioned by key. */
  readonly partitions: number;
  /** Topic settings that differ from the defaults of the broker. */
  readonly config: Readonly<Record<string, string>>;
  /** Topic of records that cannot be handled, if any. */
  readonly deadLetters?: Topic;
  /** The service that writes a state topic; replicas ignore others. Absent: any service. */
  readonly producer?: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Settings of topics with requests and answers in transit, also of requests with `store: false`. A record is deleted
 * after at most 10 minutes: a segment rolls after 2 minutes, expires 2 minutes later, and the broker checks every 5
 * minutes by default.
 */
export const transientConfig: Topic['config'] = {
  'retention.ms': String(2 * minuteMs),
  'segment.ms': String(2 * minuteMs),
  'segment.bytes': String(64 * 1024 ** 2),
  'file.delete.delay.ms': '1000',
};

/** A topic for requests with a waiting client. */
export function workTopic(name: string, partitions: number): Topic {
  return { name, lane: 'work', partitions, config: transientConfig };
}

/** A topic for reads and durable writes, kept for 6 to 7 days. */
export function commandTopic(name: string, partitions: number): Topic {
  return withDeadLetters({ name, lane: 'command', partitions, config: deletedAfterDays(7) });
}

/** A topic for events, kept for 29 to 30 days: new consumers can read them. */
export function eventTopic(name: string, partitions: number): Topic {
  return withDeadLetters({ name, lane: 'event', partitions, config: deletedAfterDays(30) });
}

/**
 * A broker deletes whole segments by their last record, and a segment rolls after a week by default. With a roll after
 * 23 h the first record is deleted in time, too.
 */
function deletedAfterDays(days: number): Topic['config'] {
  return { 'retention.ms': String((days - 1) * dayMs), 'segment.ms': String(23 * 60 * minuteMs) };
}

/**
 * A compacted topic with the latest value of every key. It has one partition, so an offset is the position of a
 * replica.
 *
 * @param producer the service that writes it; undefined: any service.
 */
export function stateTopic(name: string, producer?: string): Topic {
  const config = { 'cleanup.policy': 'compact' };
  return { name, lane: 'state', partitions: 1, config, ...(producer !== undefined && { producer }) };
}

function withDeadLetters(topic: Topic): Topic {
  const name = `${topic.name}.dead-letters`;
  return {
    ...topic,
    deadLetters: { name, lane: topic.lane, partitions: 1, config: deletedAfterDays(30) },
  };
}
