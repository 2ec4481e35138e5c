import { describe, expect, it } from '@jest/globals';
import { fetchV12, Writer } from '@platformatic/kafka';
import { ByteWriter } from './byte-writer.js';
import { decodeFetched, encodeFetch } from './fetch.js';
import { anyProducer, writeBatch } from './record-batch.js';

const mebibyte = 1_048_576;

describe(encodeFetch.name, () => {
  it('writes the bytes that another client writes', () => {
    const partitions = [
      { topic: 'a', partition: 0, fetchOffset: 0 },
      { topic: 'b', partition: 1, fetchOffset: 2 ** 40 },
      { topic: 'a', partition: 2, fetchOffset: 5 },
    ];
    const theirs = (topic: string) => ({
      topicId: topic,
      partitions: partitions
        .filter((each) => each.topic === topic)
        .map(({ partition, fetchOffset }) => ({
          partition,
          fetchOffset: BigInt(fetchOffset),
          currentLeaderEpoch: -1,
          lastFetchedEpoch: -1,
          partitionMaxBytes: mebibyte,
        })),
    });
    const request = fetchV12.createRequest(100, 1, 10 * mebibyte, 0, 7, 8, [theirs('a'), theirs('b')], [], '');
    expect(encodeFetch({ waitMs: 100, sessionId: 7, sessionEpoch: 8, partitions }).equals(request.buffer)).toBe(true);
  });
});

describe(decodeFetched.name, () => {
  /** An answer about these partitions of one topic, each with an error or records of these texts. */
  function answer(parts: readonly { errorCode: number; texts: readonly string[] }[]): Buffer {
    return Writer.create()
      .appendInt32(0)
      .appendInt16(0)
      .appendInt32(7)
      .appendArray(['topic'], (topics, topic) => {
        topics.appendString(topic).appendArray([...parts], (part, { errorCode, texts }, index) => {
          part.appendInt32(index).appendInt16(errorCode).appendInt64(9n).appendInt64(9n).appendInt64(0n);
          part.appendArray([1n], (aborted, offset) => void aborted.appendInt64(offset).appendInt64(offset));
          part.appendInt32(-1);
          if (texts.length === 0) part.appendUnsignedVarInt(0);
          else part.append(batchOf(texts));
        });
      })
      .appendTaggedFields().buffer;
  }

  function batchOf(texts: readonly string[]): Buffer {
    const writer = new ByteWriter(16);
    const records = texts.map((text) => ({ topic: 'topic', key: null, value: Buffer.from(text) }));
    writeBatch(writer, records, anyProducer, 0);
    return writer.bytes;
  }

  it('reads what came of each partition', () => {
    const parts = [
      { errorCode: 0, texts: ['a', 'b'] },
      { errorCode: 6, texts: [] },
      { errorCode: 0, texts: ['c'] },
    ];
    const { errorCode, sessionId, partitions } = decodeFetched(answer(parts));
    expect({ errorCode, sessionId }).toEqual({ errorCode: 0, sessionId: 7 });
    const read = partitions.map((part) => ({
      errorCode: part.errorCode,
      texts: part.batches.flatMap(({ records }) => records.map(({ value }) => String(value))),
    }));
    expect(read).toEqual(parts);
    expect(partitions.map(({ topic, partition }) => `${topic}/${partition}`)).toEqual([
      'topic/0',
      'topic/1',
      'topic/2',
    ]);
  });
});
