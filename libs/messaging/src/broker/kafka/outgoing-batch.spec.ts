import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Leader } from './cluster.js';
import { newPartitioner } from './outgoing-batch.js';

const node: Leader = { host: 'broker', port: 9_092 };
const record = { topic: 'topic', key: null, value: Buffer.from('x') };

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

  it('go to one partition together, and after 100 ms to the next', () => {
    const [first, second, third, ...later] = partitionsAt([node, node, node], 0, 25, 99, 100, 199, 200, 300);
    expect([first, second]).toEqual([third, third]);
    expect(new Set([third, later[0], later[2]])).toEqual(new Set([0, 1, 2]));
    expect(later).toEqual([later[0], later[0], later[2], third]);
  });

  it('go to none that has no leader, where another has one', () => {
    const times = Array.from({ length: 6 }, (_, turn) => turn * 100);
    expect(new Set(partitionsAt([undefined, node, undefined], ...times))).toEqual(new Set([1]));
  });

  it('go where they are told to', () => {
    expect(newPartitioner()({ ...record, partition: 2 }, [node, node, node])).toBe(2);
  });
});
