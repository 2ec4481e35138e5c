import type { OutgoingRecord } from '../../broker.port.js';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { writeBatch, type BatchOrigin } from './record-batch.js';

/** https://kafka.apache.org/protocol#The_Messages_Produce */
export const produceApi = { key: 0, version: 9 } as const;

/** Of a request and of a partition in it, about. */
const fixedBytes = 128;

/** Records of one partition, which become one batch. */
export interface PartitionRecords {
  readonly topic: string;
  readonly partition: number;
  readonly records: readonly OutgoingRecord[];
}

/** A produce request. */
export interface ProduceRequest {
  /** 1: of the leader. -1: of every replica that is in sync. */
  readonly acks: 1 | -1;
  /** How long the broker may wait for those. */
  readonly timeoutMs: number;
  readonly partitions: readonly PartitionRecords[];
  /** Of the next batch of a partition; asked for once for each, in their order. */
  readonly originOf: (partition: PartitionRecords) => BatchOrigin;
}

/** What became of the records of a partition. */
export interface Produced {
  readonly topic: string;
  readonly partition: number;
  /** 0: they are there. */
  readonly errorCode: number;
}

/** Writes a request of version 9. */
export function encodeProduce({ acks, timeoutMs, partitions, originOf }: ProduceRequest): Buffer {
  const timeMs = Date.now();
  const writer = new ByteWriter(fixedBytes + partitions.reduce((sum, each) => sum + expectedBytes(each), 0));
  // No transaction.
  writer.unsignedVarint(0);
  writer.int16(acks);
  writer.int32(timeoutMs);
  const topics = Map.groupBy(partitions, ({ topic }) => topic);
  writer.unsignedVarint(topics.size + 1);
  for (const [topic, ofTopic] of topics) {
    writer.compactString(topic);
    writer.unsignedVarint(ofTopic.length + 1);
    for (const each of ofTopic) {
      writer.int32(each.partition);
      writeBatch(writer, each.records, originOf(each), timeMs);
      writer.noTags();
    }
    writer.noTags();
  }
  writer.noTags();
  return writer.bytes;
}

/** Reads an answer of version 9. */
export function decodeProduced(bytes: Buffer): Produced[] {
  const reader = new ByteReader(bytes);
  const produced: Produced[] = [];
  for (let topics = reader.compactLength(); topics > 0; topics -= 1) {
    const topic = reader.compactString();
    for (let partitions = reader.compactLength(); partitions > 0; partitions -= 1) {
      produced.push({ topic, partition: reader.int32(), errorCode: reader.int16() });
      // Offset, time of the append, first offset of the log.
      reader.skip(8 + 8 + 8);
      for (let errors = reader.compactLength(); errors > 0; errors -= 1) {
        reader.skip(4);
        reader.skip(reader.compactLength());
        reader.skipTags();
      }
      reader.skip(reader.compactLength());
      reader.skipTags();
    }
    reader.skipTags();
  }
  return produced;
}

function expectedBytes({ topic, records }: PartitionRecords): number {
  const perRecord = 64;
  return records.reduce((sum, { value }) => sum + perRecord + (value?.length ?? 0), fixedBytes + topic.length);
}
