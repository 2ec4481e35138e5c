import type { IncomingRecord } from '../broker.port.js';
import type { Position } from '../consumer-positions.js';
import { decodeFetched, encodeFetch, fetchApi, type FetchedPartition, type FetchFrom } from './codec/fetch.js';
import type { ReadRecord } from './codec/record-batch.js';
import type { FetchSession } from './fetch-session.js';
import { errorCodes, isPassing, KafkaError } from './kafka-errors.js';
import type { NodeLink } from './node-link.js';

const noHeaders: Readonly<Record<string, string>> = Object.freeze({});

/** A partition that is being read, and how far. */
export interface Reading extends FetchFrom {
  fetchOffset: number;
}

/** Begins at a position. */
export function toReading({ topic, partition, offset }: Position): Reading {
  return { topic, partition, fetchOffset: offset };
}

/** What a fetch brought of one partition. */
export interface Fetched {
  readonly reading: Reading;
  readonly records: readonly IncomingRecord[];
  readonly nextOffset: number;
}

/** The next fetch begins after these. */
export function advance(fetched: readonly Fetched[]): void {
  for (const { reading, nextOffset } of fetched) reading.fetchOffset = nextOffset;
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
  const payload = encodeFetch({ waitMs, sessionId: id, sessionEpoch: epoch, partitions: named });
  const answer = await link.send({ api: fetchApi, payload, decode: decodeFetched });
  if (!session.take(answer)) return nothing;
  if (answer.errorCode !== 0) throw new KafkaError(answer.errorCode, 'fetch');
  const fetched: Fetched[] = [];
  const outOfRange: Reading[] = [];
  let hasMoved = false;
  for (const part of answer.partitions) {
    const { topic, partition, errorCode } = part;
    const reading = readings.find((each) => each.partition === partition && each.topic === topic);
    if (reading === undefined) continue;
    if (errorCode === errorCodes.offsetOutOfRange) outOfRange.push(reading);
    else if (isPassing(errorCode)) hasMoved = true;
    else if (errorCode !== 0) throw new KafkaError(errorCode, `partition ${partition} of ${topic}`);
    else if (part.batches.length > 0) fetched.push(toFetched(reading, part));
  }
  return { fetched, outOfRange, hasMoved };
}

/** Without what was read before: a batch comes whole. */
function toFetched(reading: Reading, { batches }: FetchedPartition): Fetched {
  const records: IncomingRecord[] = [];
  let nextOffset = reading.fetchOffset;
  for (const batch of batches) {
    for (const record of batch.records) {
      if (record.offset >= reading.fetchOffset) records.push(toIncoming(reading, record));
    }
    nextOffset = Math.max(nextOffset, batch.nextOffset);
  }
  return { reading, records, nextOffset };
}

function toIncoming({ topic, partition }: Reading, { offset, key, value, headers }: ReadRecord): IncomingRecord {
  return { topic, partition, offset, key: key === null ? null : key.toString(), value, headers: toHeaders(headers) };
}

function toHeaders(headers: ReadRecord['headers']): Readonly<Record<string, string>> {
  if (headers.length === 0) return noHeaders;
  const read: Record<string, string> = {};
  for (const [name, text] of headers) if (name !== null && text !== null) read[name.toString()] = text.toString();
  return read;
}
