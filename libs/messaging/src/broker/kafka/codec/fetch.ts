import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { readBatches, type ReadBatch } from './record-batch.js';

/** https://kafka.apache.org/protocol#The_Messages_Fetch */
export const fetchApi = { key: 1, version: 12 } as const;

const maxBytesPerFetch = 10 * 1_048_576;
const maxBytesPerPartition = 1_048_576;

/** Of a request, about, and of a partition in it. */
const fixedBytes = 64;
const partitionBytes = 48;

/** A partition, and the offset from which on it is read. */
export interface FetchFrom {
  readonly topic: string;
  readonly partition: number;
  readonly fetchOffset: number;
}

/** A fetch request. */
export interface FetchRequest {
  /** How long the broker may wait for something to come. */
  readonly waitMs: number;
  /** See `FetchSession`. */
  readonly sessionId: number;
  readonly sessionEpoch: number;
  readonly partitions: readonly FetchFrom[];
}

/** What a fetch brought of one partition. */
export interface FetchedPartition {
  readonly topic: string;
  readonly partition: number;
  readonly errorCode: number;
  readonly batches: readonly ReadBatch[];
}

/** What a fetch brought. */
export interface FetchAnswer {
  readonly errorCode: number;
  readonly sessionId: number;
  readonly partitions: readonly FetchedPartition[];
}

/** Writes a request of version 12. */
export function encodeFetch({ waitMs, sessionId, sessionEpoch, partitions }: FetchRequest): Buffer {
  const writer = new ByteWriter(fixedBytes + partitions.length * partitionBytes);
  // A consumer, no replica; an answer as soon as there is anything, committed or not.
  writer.int32(-1);
  writer.int32(waitMs);
  writer.int32(1);
  writer.int32(maxBytesPerFetch);
  writer.int8(0);
  writer.int32(sessionId);
  writer.int32(sessionEpoch);
  const topics = Map.groupBy(partitions, ({ topic }) => topic);
  writer.unsignedVarint(topics.size + 1);
  for (const [topic, ofTopic] of topics) {
    writer.compactString(topic);
    writer.unsignedVarint(ofTopic.length + 1);
    for (const each of ofTopic) writePartition(writer, each);
    writer.noTags();
  }
  // No topics that are to be forgotten, no rack.
  writer.unsignedVarint(1);
  writer.compactString('');
  writer.noTags();
  return writer.bytes;
}

/** Reads an answer of version 12. */
export function decodeFetched(bytes: Buffer): FetchAnswer {
  const reader = new ByteReader(bytes);
  // How long the broker held it back for a quota.
  reader.skip(4);
  const errorCode = reader.int16();
  const sessionId = reader.int32();
  const partitions: FetchedPartition[] = [];
  for (let topics = reader.compactLength(); topics > 0; topics -= 1) {
    const topic = reader.compactString();
    for (let left = reader.compactLength(); left > 0; left -= 1) partitions.push(readPartition(reader, topic));
    reader.skipTags();
  }
  return { errorCode, sessionId, partitions };
}

function writePartition(writer: ByteWriter, { partition, fetchOffset }: FetchFrom): void {
  writer.int32(partition);
  // Epochs are not compared: what is read again after a change of leader is told by its offset.
  writer.int32(-1);
  writer.int64(fetchOffset);
  writer.int32(-1);
  // The first offset of a replica's log.
  writer.int64(-1);
  writer.int32(maxBytesPerPartition);
  writer.noTags();
}

function readPartition(reader: ByteReader, topic: string): FetchedPartition {
  const partition = reader.int32();
  const errorCode = reader.int16();
  // Three offsets of the log.
  reader.skip(8 + 8 + 8);
  for (let aborted = reader.compactLength(); aborted > 0; aborted -= 1) {
    reader.skip(8 + 8);
    reader.skipTags();
  }
  // The replica to read from instead, which is for consumers that name a rack.
  reader.skip(4);
  const batches = readBatches(reader, reader.compactLength());
  reader.skipTags();
  return { topic, partition, errorCode, batches };
}
