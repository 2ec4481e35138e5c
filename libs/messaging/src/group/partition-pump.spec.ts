import { describe, expect, it } from '@jest/globals';
import { PartitionPump, type Entry } from './partition-pump.js';

/** Entries by their types, `a b a`; those of upper case are independent. */
function entriesOf(types: string, from = 0): Entry<string>[] {
  return types.split(' ').map((type, index) => {
    const offset = from + index;
    const record = { topic: 't', partition: 0, offset, key: null, value: null, headers: {} };
    return { record, type, independent: type === type.toUpperCase(), content: { is: 'message', item: type } };
  });
}

/** A pump with the groups that it made, by offsets, and what it said to be done; each group waits for `go`. */
function pumpOf() {
  const groups: number[][] = [];
  const done: number[] = [];
  const waiting: ((settled: boolean) => void)[] = [];
  const pump = new PartitionPump<string>({
    settle: (entries) => {
      groups.push(entries.map(({ record }) => record.offset));
      return new Promise((resolve) => waiting.push(resolve));
    },
    done: (offset) => done.push(offset),
    drained: () => undefined,
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const go = async () => {
    await turn();
    waiting.shift()?.(true);
    await turn();
  };
  return { pump, groups, done, go };
}

describe('a partition pump', () => {
  it('handles in order what follows each other and has one type', async () => {
    const { pump, groups, done, go } = pumpOf();
    pump.push(entriesOf('a a b a'));
    for (let group = 0; group < 3; group += 1) await go();
    expect(groups).toEqual([[0, 1], [2], [3]]);
    expect(done).toEqual([2, 3, 4]);
  });

  it('handles together what is independent and has one type, and says to be done only what nothing before is open of', async () => {
    const { pump, groups, done, go } = pumpOf();
    pump.push(entriesOf('A B A b A B'));
    for (let group = 0; group < 3; group += 1) await go();
    expect(groups).toEqual([[0, 2, 4], [1, 5], [3]]);
    expect(done).toEqual([1, 3, 6]);
  });

  it('leaves to the next reader what it was given and did not begin, though what came after it is done', async () => {
    const { pump, done, go } = pumpOf();
    pump.push(entriesOf('A B A'));
    const stopped = new Promise<void>((resolve) => setImmediate(() => void pump.stop(false).then(resolve)));
    await go();
    await stopped;
    expect(done).toEqual([1]);
  });
});
