import type { KafkaRecord, RecordsBatch } from '@platformatic/kafka';
import type { IncomingRecord } from '../broker.port.js';

const noHeaders: Readonly<Record<string, string>> = Object.freeze({});

/** The records of fetched batches, from this offset on: a batch comes whole, though its first records may have been read before. */
export function incomingRecords(
  topic: string,
  partition: number,
  batches: readonly RecordsBatch[],
  from: number,
): IncomingRecord[] {
  const records: IncomingRecord[] = [];
  for (const batch of batches) {
    const first = Number(batch.firstOffset);
    for (const record of batch.records) {
      const offset = first + record.offsetDelta;
      if (offset >= from) records.push(toIncoming(topic, partition, offset, record));
    }
  }
  return records;
}

/** The offset after the last record of the batches. @param from what it is if there are none. */
export function offsetAfter(batches: readonly RecordsBatch[], from: number): number {
  const last = batches.at(-1);
  return last === undefined ? from : Math.max(from, Number(last.firstOffset) + last.lastOffsetDelta + 1);
}

function toIncoming(
  topic: string,
  partition: number,
  offset: number,
  { key, value, headers }: KafkaRecord,
): IncomingRecord {
  return { topic, partition, offset, key: key === null ? null : key.toString(), value, headers: toHeaders(headers) };
}

function toHeaders(headers: KafkaRecord['headers']): Readonly<Record<string, string>> {
  if (headers.length === 0) return noHeaders;
  const read: Record<string, string> = {};
  for (const [name, text] of headers) if (name !== null && text !== null) read[name.toString()] = text.toString();
  return read;
}
