import { describe, expect, it } from '@jest/globals';
import {
  crc32c,
  createRecordsBatch,
  Reader,
  readRecordsBatch,
  type MessageRecord,
  type Writer,
} from '@platformatic/kafka';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { readBatches, writeBatch } from './record-batch.js';

const origin = { producerId: 5_000_000_000, epoch: 3, firstSequence: 41 };
const records = [
  { topic: 'topic', key: 'schlüssel', value: Buffer.from('one'), headers: { type: 'a.v1', 'x-request-id': 'ü' } },
  { topic: 'topic', key: null, value: null },
  { topic: 'topic', key: 'k', value: Buffer.alloc(100_000, 7) },
];

/** A batch as `writeBatch` writes it, without its size. */
function written(): Buffer {
  const writer = new ByteWriter(16);
  writeBatch(writer, records, origin, 1_700_000_000_123);
  const reader = new ByteReader(writer.bytes);
  return reader.bytes(reader.compactLength());
}

/** A batch as another client writes it. */
function ofOthers(messages: Partial<MessageRecord>[], options: Parameters<typeof createRecordsBatch>[1] = {}): Buffer {
  return (createRecordsBatch(messages as MessageRecord[], options) as Writer).buffer;
}

function read(bytes: Buffer) {
  return readBatches(new ByteReader(bytes), bytes.length);
}

describe(writeBatch.name, () => {
  it('writes what another client reads', () => {
    const batch = readRecordsBatch(Reader.from(written()));
    const time = 1_700_000_000_123n;
    expect(batch).toMatchObject({
      magic: 2,
      attributes: 0,
      lastOffsetDelta: 2,
      firstTimestamp: time,
      maxTimestamp: time,
    });
    expect(batch).toMatchObject({ producerId: 5_000_000_000n, producerEpoch: 3, firstSequence: 41 });
    const texts = batch.records.map(({ key, value, offsetDelta }) => [key?.toString(), value?.length, offsetDelta]);
    expect(texts).toEqual([
      ['schlüssel', 3, 0],
      [undefined, undefined, 1],
      ['k', 100_000, 2],
    ]);
    const headers = batch.records[0]?.headers.map((pair) => pair.map(String));
    expect(headers).toEqual([
      ['type', 'a.v1'],
      ['x-request-id', 'ü'],
    ]);
  });

  it('has the checksum of all that follows it', () => {
    const bytes = written();
    expect(bytes.readUInt32BE(17)).toBe(crc32c(bytes.subarray(21)));
  });
});

describe(readBatches.name, () => {
  it('reads what another client wrote', () => {
    const messages = [
      {
        topic: 't',
        key: Buffer.from('k'),
        value: Buffer.from('v'),
        headers: new Map([[Buffer.from('a'), Buffer.from('b')]]),
      },
      { topic: 't', value: Buffer.from('later'), timestamp: BigInt(Date.now()) + 2n ** 40n },
    ];
    const bytes = ofOthers(messages);
    bytes.writeBigInt64BE(2n ** 40n, 0);
    const [batch, ...others] = read(bytes);
    expect(others).toEqual([]);
    expect(batch?.nextOffset).toBe(2 ** 40 + 2);
    expect(batch?.records.map(({ offset, key, value }) => [offset, key?.toString(), value?.toString()])).toEqual([
      [2 ** 40, 'k', 'v'],
      [2 ** 40 + 1, undefined, 'later'],
    ]);
    expect(batch?.records[0]?.headers.map((pair) => pair.map(String))).toEqual([['a', 'b']]);
  });

  it('reads a compressed batch, and what follows it', () => {
    const compressed = ofOthers([{ topic: 't', value: Buffer.alloc(1_000, 'x') }], { compression: 'gzip' });
    const batches = read(Buffer.concat([compressed, written()]));
    expect(batches.map((batch) => batch.records.map(({ value }) => value?.length))).toEqual([
      [1_000],
      [3, undefined, 100_000],
    ]);
  });

  it('passes over what a transaction writes for brokers, and over a batch that is cut off', () => {
    const control = ofOthers([{ topic: 't', value: Buffer.from('commit') }]);
    control.writeInt16BE(1 << 5, 21);
    const cutOff = written().subarray(0, -1);
    expect(read(Buffer.concat([control, cutOff]))).toEqual([{ nextOffset: 1, records: [] }]);
  });
});
