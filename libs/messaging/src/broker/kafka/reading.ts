import { fetchV12, type RecordsBatch } from '@platformatic/kafka';
import type { IncomingRecord } from '../broker.port.js';
import type { Position } from '../consumer-positions.js';
import type { FetchSession } from './fetch-session.js';
import { incomingRecords, offsetAfter } from './incoming-records.js';
import { errorCodes, isPassing, KafkaError } from './kafka-errors.js';
import type { NodeLink } from './node-link.js';

const maxBytesPerFetch = 10 * 1_048_576;
const maxBytesPerPartition = 1_048_576;

/** A partition that is being read, as a fetch names it. */
export interface Reading extends fetchV12.FetchRequestPartition {
  readonly topic: string;
}

/** Begins at a position. */
export function toReading({ topic, partition, offset }: Position): Reading {
  return {
    topic,
    partition,
    fetchOffset: BigInt(offset),
    // Not compared: what is read again after a change of leader is told by its offset.
    currentLeaderEpoch: -1,
    lastFetchedEpoch: -1,
    partitionMaxBytes: maxBytesPerPartition,
  };
}

/** What a fetch brought of one partition. */
export interface Fetched {
  readonly reading: Reading;
  readonly records: readonly IncomingRecord[];
  readonly nextOffset: number;
}

/** The next fetch begins after these. */
export function advance(fetched: readonly Fetched[]): void {
  for (const { reading, nextOffset } of fetched) reading.fetchOffset = BigInt(nextOffset);
}

/** What a fetch brought of all of them; partitions of which there is nothing new may be missing. */
export interface FetchResult {
  readonly fetched: readonly Fetched[];
  /** What was to be read of these is gone. */
  readonly outOfRange: readonly Reading[];
  /** Whether one of them has another leader now, or none. */
  readonly hasMoved: boolean;
}

const nothing: FetchResult = { fetched: [], outOfRange: [], hasMoved: false };

/** One of a row of fetches on one connection. */
export interface FetchOptions {
  readonly link: NodeLink;
  /** Of this connection. */
  readonly session: FetchSession;
  /** How long the broker may wait for something to come. */
  readonly waitMs: number;
}

/**
 * Asks for what comes next of these partitions. They stay where they are until {@link advance}. Where the broker has forgotten the session, it
 * brings nothing, and the next fetch begins another.
 *
 * @throws KafkaError: refused for good. Error: no answer.
 */
export async function fetchNext(
  readings: readonly Reading[],
  { link, session, waitMs }: FetchOptions,
): Promise<FetchResult> {
  const { id, epoch, named } = session.next(readings);
  const answer = await link.call((connection) =>
    fetchV12.api.async(connection, waitMs, 1, maxBytesPerFetch, 0, id, epoch, byTopic(named), [], ''),
  );
  if (!session.take(answer)) return nothing;
  if (answer.errorCode !== 0) throw new KafkaError(answer.errorCode, 'fetch');
  const fetched: Fetched[] = [];
  const outOfRange: Reading[] = [];
  let hasMoved = false;
  for (const { topicId: topic, partitions } of answer.responses) {
    for (const { partitionIndex: partition, errorCode, records } of partitions) {
      const reading = readings.find((each) => each.topic === topic && each.partition === partition);
      if (reading === undefined) continue;
      if (errorCode === errorCodes.offsetOutOfRange) outOfRange.push(reading);
      else if (isPassing(errorCode)) hasMoved = true;
      else if (errorCode !== 0) throw new KafkaError(errorCode, `partition ${partition} of ${topic}`);
      else if (records !== undefined) fetched.push(toFetched(reading, records));
    }
  }
  return { fetched, outOfRange, hasMoved };
}

function toFetched(reading: Reading, batches: readonly RecordsBatch[]): Fetched {
  const from = Number(reading.fetchOffset);
  const records = incomingRecords(reading.topic, reading.partition, batches, from);
  return { reading, records, nextOffset: offsetAfter(batches, from) };
}

function byTopic(readings: readonly Reading[]): { topicId: string; partitions: Reading[] }[] {
  const topics = new Map<string, Reading[]>();
  for (const reading of readings) {
    const known = topics.get(reading.topic);
    if (known === undefined) topics.set(reading.topic, [reading]);
    else known.push(reading);
  }
  return [...topics].map(([topicId, partitions]) => ({ topicId, partitions }));
}
