import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Leader } from './cluster.js';
import { newPartitioner } from './outgoing-batch.js';

const node: Leader = { host: 'broker', port: 9_092 };
const record = { topic: 'topic', key: null, value: Buffer.from('x') };

it('sends a key where Kafka itself would', () => {
  const partitions = 1_000;
  const leaders = Array.from({ length: partitions }, () => node);
  // What Kafka's UtilsTest has for murmur2.
  const hashes = { '21': -973932308, foobar: -790332482, abc: 479470107, 'a-little-bit-longer-string': -1486304829 };
  for (const [key, hash] of Object.entries(hashes)) {
    const value = newPartitioner()({ ...record, key }, leaders);
    expect(value).toBe((hash & 0x7fffffff) % partitions);
  }
});

describe('records without a key', () => {
  afterEach(() => void jest.restoreAllMocks());

  /** Where each of them goes that is sent at these times, ms. */
  const partitionsAt = (leaders: readonly Leader[], ...times: number[]) => {
    const clock = jest.spyOn(Date, 'now');
    const choose = newPartitioner();
    return times.map((time) => {
      clock.mockReturnValue(time);
      return choose(record, leaders);
    });
  };

  it('go to one partition together, and after 200 ms to the next', () => {
    const [first, second, third, ...later] = partitionsAt([node, node, node], 0, 50, 199, 200, 399, 400, 600);
    expect([first, second]).toEqual([third, third]);
    expect(new Set([third, later[0], later[2]])).toEqual(new Set([0, 1, 2]));
    expect(later).toEqual([later[0], later[0], later[2], third]);
  });

  it('go to none that has no leader, where another has one', () => {
    const times = Array.from({ length: 6 }, (_, turn) => turn * 200);
    expect(new Set(partitionsAt([undefined, node, undefined], ...times))).toEqual(new Set([1]));
  });

  it('go where they are told to', () => {
    expect(newPartitioner()({ ...record, partition: 2 }, [node, node, node])).toBe(2);
  });
});
