import { stateTopic } from '@earshot/contracts-core';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testContracts } from '../../test/lanes-app.js';
import { until } from '../../test/until.js';
import { lanesProcess, type LanesProcess } from '../../test/lanes-process.js';
import { MemoryBroker } from '../../test/memory/memory-broker.js';

type Thing = { id: string; count: number };
const { state } = testContracts('state');

describe('state lane', () => {
  let broker: MemoryBroker;
  let process: LanesProcess;

  beforeEach(async () => {
    broker = new MemoryBroker();
    await broker.admin.ensureTopics([state.topic]);
    process = lanesProcess(broker, 'gateway', 'gateway-0');
  });

  afterEach(() => process.runtime.close());

  const write = (key: string, value: Thing | null | string) => {
    const bytes = value === null ? null : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
    return broker.producer().send([{ topic: state.topic.name, key, value: bytes }]);
  };
  const started = () => {
    const replica = process.runtime.replica(state);
    process.runtime.start();
    return replica;
  };

  it('is ready after it has read all earlier records, with the latest value of every key', async () => {
    for (let count = 0; count < 700; count += 1)
      await write(`thing-${count % 10}`, { id: `thing-${count % 10}`, count });
    await write('thing-3', null);
    const replica = started();
    await replica.ready;
    expect(replica.size).toBe(9);
    expect(replica.get('thing-9')).toEqual({ id: 'thing-9', count: 699 });
    expect(replica.get('thing-3')).toBeUndefined();
    expect(replica.position).toBe(701);
  });

  it('passes the new and the previous value to listeners', async () => {
    const replica = started();
    await replica.ready;
    const changes: unknown[] = [];
    replica.onChange((...change) => changes.push(change));
    await write('a', { id: 'a', count: 1 });
    await write('a', { id: 'a', count: 2 });
    await write('a', null);
    await until(() => changes.length === 3, 'three changes');
    expect(changes).toEqual([
      ['a', { id: 'a', count: 1 }, undefined],
      ['a', { id: 'a', count: 2 }, { id: 'a', count: 1 }],
      ['a', undefined, { id: 'a', count: 2 }],
    ]);
  });

  it('skips an invalid record, keeps the previous value, records its offset, and continues', async () => {
    const replica = started();
    await write('a', { id: 'a', count: 1 });
    await write('a', '{"id":');
    await write('b', { id: 'b', count: 2 });
    await until(() => replica.size === 2, 'both things');
    expect(replica.get('a')).toEqual({ id: 'a', count: 1 });
    expect(replica.skipped).toEqual({ count: 1, last: `${state.topic.name}/0/1` });
  });

  it('shows every write that was acknowledged before the fence', async () => {
    const replica = started();
    await replica.ready;
    broker.delayMs = 20;
    await Promise.all(
      Array.from({ length: 30 }, async (_, writer) => {
        await write(`w${writer}`, { id: `w${writer}`, count: writer });
        await replica.fence();
        expect(replica.get(`w${writer}`)?.count).toBe(writer);
      }),
    );
  });

  it('sends one broker request for concurrent fences', async () => {
    const replica = started();
    await replica.ready;
    const before = broker.questions;
    await Promise.all(Array.from({ length: 100 }, () => replica.fence()));
    expect(broker.questions - before).toBeLessThanOrEqual(2);
  });

  it('resolves a position at once when it was read, and waits otherwise', async () => {
    const replica = started();
    await write('a', { id: 'a', count: 1 });
    await replica.ready;
    await until(() => replica.position === 1, 'the record');
    expect(replica.waitForPosition(1)).toBeUndefined();
    const waiting = replica.waitForPosition(2);
    await write('b', { id: 'b', count: 2 });
    await waiting;
    expect(replica.get('b')).toBeDefined();
  });

  it('fails with service_unavailable when a fence is not reached in time', async () => {
    const replica = started();
    await replica.ready;
    broker.goAway();
    await expect(replica.fence(100)).rejects.toMatchObject({ code: 'service_unavailable' });
    broker.comeBack();
  });

  it('joins no group when the process stops before the topic is created', async () => {
    broker.goAway();
    started();
    await until(() => broker.questions >= 2, 'the first tries');
    await process.runtime.close();
    broker.comeBack();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(broker.memberCount).toBe(0);
  });

  it('becomes ready when the last records of the topic were compacted', async () => {
    await write('a', { id: 'a', count: 1 });
    broker.pretendEnd(state.topic.name, 5);
    const replica = started();
    await replica.ready;
    expect(replica.get('a')).toBeDefined();
  });

  describe('with one producer', () => {
    const owned = { ...state, topic: stateTopic(`${state.topic.name}-owned`, 'projects') };
    const writeOwned = (key: string, count: number, headers: Record<string, string>) =>
      broker
        .producer()
        .send([{ topic: owned.topic.name, key, value: Buffer.from(JSON.stringify({ id: key, count })), headers }]);

    beforeEach(() => broker.admin.ensureTopics([owned.topic]));

    it('ignores records of other or unnamed producers, counts them and still passes a fence', async () => {
      const owner = lanesProcess(broker, 'projects', 'projects-0');
      const ownReplica = owner.runtime.replica(owned);
      owner.runtime.start();
      await ownReplica.ready;
      await until(() => ownReplica.hasNamedProducer, 'the first record of the owner');
      const replica = process.runtime.replica(owned);
      process.runtime.start();
      await replica.ready;
      await writeOwned('mine', 1, { producer: 'projects' });
      await writeOwned('mine', 2, { producer: 'inference' });
      await writeOwned('new', 3, {});
      await replica.fence();
      expect([...replica.values()]).toEqual([{ id: 'mine', count: 1 }]);
      const refused = process.logger.lines.filter(
        ({ message }) => message === 'state record of another service ignored',
      );
      expect(refused.map(({ fields }) => fields)).toMatchObject([
        { key: 'mine', producer: 'inference', expected: 'projects' },
        { key: 'new', expected: 'projects' },
      ]);
      await owner.runtime.close();
    });

    it('accepts records of versions without a producer header and remembers them', async () => {
      await writeOwned('old', 1, {});
      const replica = process.runtime.replica(owned);
      process.runtime.start();
      await replica.ready;
      expect(replica.get('old')).toEqual({ id: 'old', count: 1 });
      expect(replica.lacksProducer('old')).toBe(true);
      await writeOwned('old', 2, { producer: 'projects' });
      await replica.fence();
      expect(replica.lacksProducer('old')).toBe(false);
    });

    it('is named by the records that a service publishes', async () => {
      const owner = lanesProcess(broker, 'projects', 'projects-0');
      const replica = process.runtime.replica(owned);
      process.runtime.start();
      await replica.ready;
      const value = Buffer.from(JSON.stringify({ id: 'a', count: 1 }));
      const record = { topic: owned.topic.name, key: 'a', type: owned.type, value, headers: {} };
      await owner.runtime.records.publish([record]);
      await replica.fence();
      expect(replica.get('a')).toEqual({ id: 'a', count: 1 });
      expect(replica.hasNamedProducer).toBe(true);
      await owner.runtime.close();
    });
  });
});
