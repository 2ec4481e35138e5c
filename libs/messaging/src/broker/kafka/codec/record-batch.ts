import { crc32c, Reader, readRecordsBatch, Writer } from '@platformatic/kafka';
import type { OutgoingRecord } from '../../broker.port.js';
import type { ByteReader } from './byte-reader.js';
import { varintBytesSize, varintSize, type ByteWriter } from './byte-writer.js';

/** `magic` of https://kafka.apache.org/documentation/#recordbatch, the only one that brokers of today speak. */
const version = 2;

/** First offset and length, which a batch's length does not count. */
const prefixBytes = 8 + 4;
/** Leader epoch, magic and checksum, which the checksum does not cover. */
const uncheckedBytes = 4 + 1 + 4;
/** Attributes, last offset, two times, producer, epoch, sequence and number of records. */
const checkedBytes = 2 + 4 + 8 + 8 + 8 + 2 + 4 + 4;
const headBytes = prefixBytes + uncheckedBytes + checkedBytes;

/** Bits of a batch's attributes. */
const compressionBits = 0b111;
const controlBit = 1 << 5;

/** Whose batch it is: a broker takes those of an idempotent producer once, and in the order of their sequence numbers. */
export interface BatchOrigin {
  readonly producerId: number;
  readonly epoch: number;
  /** Of its first record. */
  readonly firstSequence: number;
}

/** Of a producer that is not idempotent. */
export const anyProducer: BatchOrigin = { producerId: -1, epoch: -1, firstSequence: -1 };

/** A record of a fetched batch. */
export interface ReadRecord {
  readonly offset: number;
  readonly key: Buffer | null;
  /** The memory of the answer. */
  readonly value: Buffer | null;
  readonly headers: readonly (readonly [name: Buffer | null, text: Buffer | null])[];
}

/** A fetched batch. */
export interface ReadBatch {
  readonly records: readonly ReadRecord[];
  /** The offset after its last record, which compaction may have taken. */
  readonly nextOffset: number;
}

/** Writes records as one batch behind its size, as a produce request has it (`COMPACT_RECORDS`). @param timeMs since 1970, of each record. */
export function writeBatch(
  writer: ByteWriter,
  records: readonly OutgoingRecord[],
  { producerId, epoch, firstSequence }: BatchOrigin,
  timeMs: number,
): void {
  const sizes = records.map(sizeOf);
  const size = sizes.reduce((sum, each) => sum + varintSize(each) + each, headBytes);
  writer.unsignedVarint(size + 1);
  writer.int64(0);
  writer.int32(size - prefixBytes);
  // The leader's epoch, which the leader fills in.
  writer.int32(0);
  writer.int8(version);
  const checksumAt = writer.length;
  writer.int32(0);
  writer.int16(0);
  writer.int32(records.length - 1);
  writer.int64(timeMs);
  writer.int64(timeMs);
  writer.int64(producerId);
  writer.int16(epoch);
  writer.int32(firstSequence);
  writer.int32(records.length);
  records.forEach((record, index) => writeRecord(writer, record, index, sizes[index] as number));
  writer.int32At(checksumAt, checksum(writer.bytes.subarray(checksumAt + 4)));
}

/** In a writer, since what is plain bytes would be copied first. */
function checksum(bytes: Buffer): number {
  return crc32c(Writer.create().append(bytes).dynamicBuffer);
}

/** Reads the batches of a partition. A broker cuts off the last one where it has sent enough. */
export function readBatches(reader: ByteReader, size: number): ReadBatch[] {
  const batches: ReadBatch[] = [];
  const end = reader.position + size;
  while (end - reader.position >= headBytes) {
    const begin = reader.position;
    const firstOffset = reader.int64();
    const next = reader.int32() + reader.position;
    if (next > end) break;
    reader.skip(uncheckedBytes);
    const attributes = reader.int16();
    const nextOffset = firstOffset + reader.int32() + 1;
    reader.skip(8 + 8 + 8 + 2 + 4);
    batches.push({ nextOffset, records: recordsOf(reader, { attributes, firstOffset, begin, next }) });
    reader.position = next;
  }
  reader.position = end;
  return batches;
}

interface Place {
  readonly attributes: number;
  readonly firstOffset: number;
  /** Where the batch begins, and the next one. */
  readonly begin: number;
  readonly next: number;
}

function recordsOf(reader: ByteReader, { attributes, firstOffset, begin, next }: Place): ReadRecord[] {
  if ((attributes & controlBit) !== 0) return [];
  if ((attributes & compressionBits) !== 0) {
    // Ours are not; those of another producer, or of a topic that is set to compress.
    reader.position = begin;
    const { records } = readRecordsBatch(Reader.from(reader.bytes(next - begin)));
    return records.map(({ offsetDelta, ...record }) => ({ offset: firstOffset + offsetDelta, ...record }));
  }
  const records: ReadRecord[] = [];
  for (let left = reader.int32(); left > 0; left -= 1) records.push(readRecord(reader, firstOffset));
  return records;
}

function readRecord(reader: ByteReader, firstOffset: number): ReadRecord {
  const next = reader.varint() + reader.position;
  reader.skip(1);
  reader.skipVarint();
  const offset = firstOffset + reader.varint();
  const key = reader.varintBytes();
  const value = reader.varintBytes();
  const headers: [Buffer | null, Buffer | null][] = [];
  for (let left = reader.varint(); left > 0; left -= 1) headers.push([reader.varintBytes(), reader.varintBytes()]);
  reader.position = next;
  return { offset, key, value, headers };
}

function writeRecord(writer: ByteWriter, { key, value, headers }: OutgoingRecord, index: number, size: number): void {
  writer.varint(size);
  writer.int8(0);
  // Its time is that of the batch.
  writer.varint(0);
  writer.varint(index);
  writer.varintBytes(key);
  writer.varintBytes(value);
  const entries = entriesOf(headers);
  writer.varint(entries.length);
  for (const [name, text] of entries) {
    writer.varintBytes(name);
    writer.varintBytes(text);
  }
}

/** Bytes of a record behind its own length. */
function sizeOf({ key, value, headers }: OutgoingRecord, index: number): number {
  const entries = entriesOf(headers);
  let size = 1 + varintSize(0) + varintSize(index) + varintBytesSize(key) + varintBytesSize(value);
  size += varintSize(entries.length);
  for (const [name, text] of entries) size += varintBytesSize(name) + varintBytesSize(text);
  return size;
}

function entriesOf(headers: OutgoingRecord['headers']): [string, string][] {
  return headers === undefined ? [] : Object.entries(headers);
}
