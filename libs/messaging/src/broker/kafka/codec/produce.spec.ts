import { describe, expect, it, jest } from '@jest/globals';
import { NumericMap, produceV9, Writer } from '@platformatic/kafka';
import { decodeProduced, encodeProduce, type PartitionRecords } from './produce.js';

const record = (topic: string, text: string) => ({ topic, key: text, value: Buffer.from(text) });
const partitions: PartitionRecords[] = [
  { topic: 'a', partition: 0, records: [record('a', 'one'), record('a', 'two')] },
  { topic: 'b', partition: 7, records: [record('b', 'three')] },
  { topic: 'a', partition: 3, records: [record('a', 'four')] },
];

describe(encodeProduce.name, () => {
  it('writes the bytes that another client writes', () => {
    const now = 1_700_000_000_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
    const sequences = new NumericMap([
      ['a:0', 10],
      ['b:7', 20],
      ['a:3', 30],
    ]);
    const messages = partitions.flatMap(({ partition, records }) =>
      records.map(({ topic, key, value }) => ({
        topic,
        partition,
        key: Buffer.from(key ?? ''),
        value: value as Buffer,
      })),
    );
    const theirs = produceV9.createRequest(-1, 4_000, messages, { producerId: 9n, producerEpoch: 1, sequences });
    const ours = encodeProduce({
      acks: -1,
      timeoutMs: 4_000,
      partitions,
      originOf: ({ topic, partition }) => ({
        producerId: 9,
        epoch: 1,
        firstSequence: sequences.get(`${topic}:${partition}`) ?? 0,
      }),
    });
    clock.mockRestore();
    expect(ours.equals(theirs.buffer)).toBe(true);
  });
});

describe(decodeProduced.name, () => {
  it('reads what became of each partition', () => {
    const answer = Writer.create()
      .appendArray(['a', 'b'], (topics, topic) => {
        topics.appendString(topic).appendArray([0, 6], (parts, errorCode) => {
          parts.appendInt32(errorCode * 10).appendInt16(errorCode);
          parts.appendInt64(1n).appendInt64(-1n).appendInt64(0n);
          parts.appendArray(errorCode === 0 ? [] : ['bad'], (errors, text) => {
            errors.appendInt32(0).appendString(text);
          });
          parts.appendString(errorCode === 0 ? null : 'refused');
        });
      })
      .appendInt32(0)
      .appendTaggedFields();
    expect(decodeProduced(answer.buffer)).toEqual([
      { topic: 'a', partition: 0, errorCode: 0 },
      { topic: 'a', partition: 60, errorCode: 6 },
      { topic: 'b', partition: 0, errorCode: 0 },
      { topic: 'b', partition: 60, errorCode: 6 },
    ]);
  });
});
