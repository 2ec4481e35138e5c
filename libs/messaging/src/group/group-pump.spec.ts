import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Entry } from './partition-queue.js';
import { GroupPump } from './group-pump.js';
import { slowGroupMs } from '../timing.js';

/** Entries by their types, `a b a`; those of upper case are independent. */
function entriesOf(types: string, partition = 0): Entry<string>[] {
  return types.split(' ').map((type, offset) => {
    const record = { topic: 't', partition, offset, key: null, value: null, headers: {} };
    return { record, type, independent: type === type.toUpperCase(), content: { is: 'message', item: type } };
  });
}

/**
 * A pump with the groups that it made, as `partition/offset`, and what it said to be done; each group waits for `go`,
 * the oldest first.
 */
function pumpOf({ mixed = false } = {}) {
  const groups: string[] = [];
  const done: string[] = [];
  const given: { settle: (settled: boolean) => void; signal: AbortSignal; committed: () => void }[] = [];
  const pump = new GroupPump<string>({
    mixed,
    processGroup: (entries, context) => {
      groups.push(entries.map(({ record }) => `${record.partition}/${record.offset}`).join(' '));
      return new Promise((settle) => given.push({ settle, ...context }));
    },
    done: (partition, offset) => done.push(`${partition}/${offset}`),
    drained: () => undefined,
  });

  const go = async (settled = true) => {
    await turn();
    given.shift()?.settle(settled);
    await turn();
  };
  return { pump, groups, done, given, turn, go };
}

describe(GroupPump.name, () => {
  afterEach(() => void jest.useRealTimers());

  it('handles consecutive messages of one type in order', async () => {
    const { pump, groups, done, go } = pumpOf();
    pump.push(0, entriesOf('a a b a'));
    for (let group = 0; group < 3; group += 1) await go();
    expect(groups).toEqual(['0/0 0/1', '0/2', '0/3']);
    expect(done).toEqual(['0/2', '0/3', '0/4']);
  });

  it('groups independent messages of one type and commits only below the first open one', async () => {
    const { pump, groups, done, go } = pumpOf();
    pump.push(0, entriesOf('A B A b A B'));
    for (let group = 0; group < 3; group += 1) await go();
    expect(groups).toEqual(['0/0 0/2 0/4', '0/1 0/5', '0/3']);
    expect(done).toEqual(['0/1', '0/3', '0/6']);
  });

  it('lets independent messages pass a slow group and commits only below the first open one', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
    const { pump, groups, done, given, turn } = pumpOf({ mixed: true });
    const settle = async (group: number) => {
      given[group]?.settle(true);
      await turn();
      await turn();
    };
    const [first, second, third, ...rest] = entriesOf('A A A A a');
    pump.push(0, [first as Entry<string>]);
    await turn();
    pump.push(0, [second as Entry<string>, third as Entry<string>]);
    await turn();
    expect(groups).toEqual(['0/0']);
    jest.advanceTimersByTime(slowGroupMs);
    await turn();
    pump.push(0, rest);
    await settle(1);
    expect(groups).toEqual(['0/0', '0/1 0/2', '0/3']);
    await settle(2);
    // What needs its order waits for all before it.
    expect(groups).toHaveLength(3);
    await settle(0);
    expect(groups).toEqual(['0/0', '0/1 0/2', '0/3', '0/4']);
    expect(done).toEqual(['0/0', '0/0', '0/4']);
  });

  it('runs at most four groups of a partition at once', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
    const { pump, groups, turn } = pumpOf({ mixed: true });
    for (const entry of entriesOf('A A A A A A')) {
      pump.push(0, [entry]);
      await turn();
      jest.advanceTimersByTime(slowGroupMs);
      await turn();
    }
    expect(groups).toHaveLength(4);
  });

  it('continues a partition once its group is committed and commits only settled messages', async () => {
    const { pump, groups, done, given, turn } = pumpOf({ mixed: true });
    pump.push(0, entriesOf('a b b'));
    await turn();
    given[0]?.committed();
    await turn();
    expect(groups).toEqual(['0/0', '0/1 0/2']);
    for (const group of [1, 0]) {
      given[group]?.settle(true);
      await turn();
    }
    expect(done).toEqual(['0/0', '0/3']);
  });

  it('leaves undelivered messages to the next reader, even if later ones are done', async () => {
    const { pump, done, go, turn } = pumpOf();
    pump.push(0, entriesOf('A B A'));
    await turn();
    const stopped = pump.stop(false);
    await go();
    await stopped;
    expect(done).toEqual(['0/1']);
  });

  it('handles partitions concurrently, each in its own groups', async () => {
    const { pump, groups, turn } = pumpOf();
    for (const partition of [0, 1, 2]) pump.push(partition, entriesOf('a a', partition));
    await turn();
    expect(groups).toEqual(['0/0 0/1', '1/0 1/1', '2/0 2/1']);
  });

  it('mixes messages of several partitions where allowed and keeps the order within each', async () => {
    const { pump, groups, done, go } = pumpOf({ mixed: true });
    for (const partition of [0, 1]) pump.push(partition, entriesOf('a a b', partition));
    for (let group = 0; group < 2; group += 1) await go();
    expect(groups).toEqual(['0/0 0/1 1/0 1/1', '0/2 1/2']);
    expect(done).toEqual(['0/2', '1/2', '0/3', '1/3']);
  });

  it('starts no third mixed group while two run, unless one is slow', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
    const { pump, groups, turn } = pumpOf({ mixed: true });
    for (const partition of [0, 1, 2]) {
      pump.push(partition, entriesOf('a', partition));
      await turn();
    }
    expect(groups).toEqual(['0/0', '1/0']);
    jest.advanceTimersByTime(slowGroupMs);
    await turn();
    expect(groups).toEqual(['0/0', '1/0', '2/0']);
  });

  it('continues with its remaining partitions when one is revoked during a group', async () => {
    const { pump, groups, done, given, go, turn } = pumpOf({ mixed: true });
    for (const partition of [0, 1]) pump.push(partition, entriesOf('a b', partition));
    await turn();
    pump.revoke(0);
    expect(given[0]?.signal.aborted).toBe(false);
    await go();
    await go();
    expect(groups).toEqual(['0/0 1/0', '1/1']);
    expect(done).toContain('1/2');
  });

  it('abandons a group when all of its partitions are revoked', async () => {
    const { pump, given, turn } = pumpOf({ mixed: true });
    for (const partition of [0, 1]) pump.push(partition, entriesOf('a', partition));
    await turn();
    pump.revoke(0);
    pump.revoke(1);
    expect(given[0]?.signal.aborted).toBe(true);
  });

  it('does not count an abandoned group', async () => {
    const { pump, done, go, turn } = pumpOf();
    pump.push(0, entriesOf('a b'));
    await turn();
    const stopped = pump.stop(true);
    await go(false);
    await stopped;
    expect(done).toEqual([]);
  });
});
