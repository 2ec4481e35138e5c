import { afterEach, describe, expect, it } from '@jest/globals';
import type { Topic } from '@earshot/contracts-core';
import { randomUUID } from 'node:crypto';
import type {
  Broker,
  BrokerConsumer,
  ConsumerOptions,
  IncomingRecord,
  OutgoingRecord,
} from '../src/broker/broker.port.js';
import { sleep } from '../src/broker/back-off.js';
import { until } from './until.js';

/** What the lanes rely on, whatever the broker is. */
export function describeBroker(name: string, make: () => Broker): void {
  describe(`broker port: ${name}`, () => {
    const suffix = randomUUID().slice(0, 8);
    const open: { close(): Promise<void> }[] = [];

    afterEach(async () => {
      for (const each of open.splice(0)) await each.close();
    });

    async function topicOf(broker: Broker, partitions: number): Promise<string> {
      const topic: Topic = { name: `port-${suffix}-${randomUUID().slice(0, 8)}`, lane: 'work', partitions, config: {} };
      await broker.admin.ensureTopics([topic]);
      return topic.name;
    }

    function started(): Broker {
      const broker = make();
      open.push(broker);
      return broker;
    }

    function reader(broker: Broker, options: Omit<ConsumerOptions, 'onRecords'>) {
      const records: IncomingRecord[] = [];
      const consumer: BrokerConsumer = broker.consumer({
        ...options,
        onRecords: (_topic, _partition, batch) => void records.push(...batch),
      });
      open.unshift(consumer);
      return { consumer, records, texts: () => records.map(({ value }) => value?.toString()) };
    }

    async function send(broker: Broker, records: OutgoingRecord[]): Promise<void> {
      const producer = broker.producer();
      await producer.send(records).finally(() => producer.close());
    }

    it('delivers records of one key complete and in the order of sending', async () => {
      const broker = started();
      const topic = await topicOf(broker, 4);
      const { texts, records } = reader(broker, { group: topic, topics: [topic] });
      const numbers = Array.from({ length: 50 }, (_, index) => String(index));
      await send(
        broker,
        numbers.map((text) => ({ topic, key: 'k', value: Buffer.from(text), headers: { type: `t${text}` } })),
      );
      await until(() => records.length >= 50, '50 records');
      expect(texts()).toEqual(numbers);
      expect(records[7]).toMatchObject({ topic, key: 'k', headers: { type: 't7' }, offset: 7 });
    });

    it('keeps the order of concurrent sends while a topic is looked up', async () => {
      const broker = started();
      const [known, unknown] = [await topicOf(broker, 1), await topicOf(broker, 1)];
      const { records, texts } = reader(broker, { group: known, topics: [known] });
      const producer = broker.producer();
      const to = (topic: string, number: number): OutgoingRecord => ({
        topic,
        key: 'k',
        value: Buffer.from(String(number)),
      });
      await producer.send([to(known, 0)]);
      const sends = [producer.send([to(unknown, 0), to(known, 1)])];
      for (let number = 2; number < 20; number += 1) sends.push(producer.send([to(known, number)]));
      await Promise.all(sends).finally(() => producer.close());
      await until(() => records.length === 20, '20 records');
      expect(texts()).toEqual(Array.from({ length: 20 }, (_, number) => String(number)));
    });

    it('delivers a deletion as a record without a value', async () => {
      const broker = started();
      const topic = await topicOf(broker, 1);
      const { records } = reader(broker, { group: topic, topics: [topic] });
      await send(broker, [{ topic, key: 'gone', value: null }]);
      await until(() => records.length === 1, 'the record');
      expect(records[0]).toMatchObject({ key: 'gone', value: null, headers: {} });
    });

    it('assigns partitions to the members of a group and reassigns those of a leaving member', async () => {
      const broker = started();
      const topic = await topicOf(broker, 4);
      const first = reader(broker, { group: topic, topics: [topic] });
      const second = reader(broker, { group: topic, topics: [topic] });
      await Promise.all([first.consumer.ready, second.consumer.ready]);
      let sent = 0;
      const spread = (): Promise<void> =>
        send(
          broker,
          [0, 1, 2, 3].map((partition) => ({ topic, partition, key: null, value: Buffer.from(String((sent += 1))) })),
        );
      await until(async () => {
        await spread();
        return first.records.length > 0 && second.records.length > 0;
      }, 'both to read');
      await first.consumer.close();
      const before = first.records.length;
      await spread();
      const all = (): Set<unknown> => new Set([...first.texts(), ...second.texts()]);
      await until(() => all().size === sent, 'every record');
      expect(first.records.length).toBe(before);
    });

    it('delivers nothing to a member that has left, also during a rebalance', async () => {
      const broker = started();
      const topic = await topicOf(broker, 4);
      const stays = reader(broker, { group: topic, topics: [topic] });
      await stays.consumer.ready;
      for (const leavesAfterMs of [0, 100, 200, 400, 800]) {
        const text = `sent after ${leavesAfterMs} ms`;
        const leaves = reader(broker, { group: topic, topics: [topic] });
        await leaves.consumer.ready;
        const comes = reader(broker, { group: topic, topics: [topic] });
        await sleep(leavesAfterMs);
        await leaves.consumer.close();
        const before = leaves.records.length;
        await comes.consumer.ready;
        await comes.consumer.close();
        const records = [0, 1, 2, 3].map((partition) => ({ topic, partition, key: null, value: Buffer.from(text) }));
        await send(broker, records);
        await until(() => stays.texts().filter((read) => read === text).length >= 4, 'the records');
        expect(leaves.records.length).toBe(before);
      }
    });

    it('starts at the committed offset of the group', async () => {
      const broker = started();
      const topic = await topicOf(broker, 1);
      await send(
        broker,
        [1, 2, 3].map((n) => ({ topic, key: null, value: Buffer.from(String(n)) })),
      );
      const before = reader(broker, { group: topic, topics: [topic] });
      await until(() => before.records.length === 3, '3 records');
      before.consumer.done(topic, 0, 2);
      await before.consumer.close();
      const after = reader(broker, { group: topic, topics: [topic] });
      await until(() => after.records.length > 0, 'what is left');
      expect(after.texts()).toEqual(['3']);
    });

    it('delivers nothing of a paused partition and everything after it is resumed', async () => {
      const broker = started();
      const topic = await topicOf(broker, 1);
      const { consumer, texts, records } = reader(broker, { group: topic, topics: [topic] });
      await send(broker, [{ topic, key: null, value: Buffer.from('1') }]);
      await until(() => records.length === 1, 'the first');
      consumer.pause(topic, 0);
      // What was fetched already may still come; after it has, nothing does.
      await send(broker, [{ topic, key: null, value: Buffer.from('2') }]);
      await sleep(400);
      const seen = records.length;
      await send(broker, [{ topic, key: null, value: Buffer.from('3') }]);
      await sleep(400);
      expect(records.length).toBe(seen);
      consumer.resume(topic, 0);
      await until(() => records.length === 3, 'the rest');
      expect(texts()).toEqual(['1', '2', '3']);
    });

    it('reports the bounds of a topic and whether a group has members', async () => {
      const broker = started();
      const topic = await topicOf(broker, 2);
      await send(broker, [{ topic, partition: 1, key: null, value: Buffer.from('x') }]);
      expect(await broker.admin.bounds(topic)).toEqual([
        { first: 0, end: 0 },
        { first: 0, end: 1 },
      ]);
      expect(await broker.admin.groupIsEmpty(topic)).toBe(true);
      const { consumer } = reader(broker, { group: topic, topics: [topic] });
      await consumer.ready;
      expect(await broker.admin.groupIsEmpty(topic)).toBe(false);
      expect(consumer.healthy).toBe(true);
    });

    it('reports bounds to concurrent callers while it connects and creates topics', async () => {
      const names = await Promise.all(Array.from({ length: 6 }, () => topicOf(started(), 1)));
      const topics = names.map((topic): Topic => ({ name: topic, lane: 'work', partitions: 1, config: {} }));
      for (let time = 0; time < 10; time += 1) {
        const { admin } = started();
        const sure = topics.map((topic) => admin.ensureTopics([topic]));
        const ends = names.map((topic) => admin.bounds(topic));
        expect(await Promise.all(ends)).toEqual(names.map(() => [{ first: 0, end: 0 }]));
        await Promise.all(sure);
      }
    });

    it('creates topics once, with their dead letters, and deletes existing ones', async () => {
      const broker = started();
      const deadLetters: Topic = { name: `port-${suffix}-dead`, lane: 'event', partitions: 1, config: {} };
      const topic: Topic = {
        name: `port-${suffix}-alive`,
        lane: 'event',
        partitions: 2,
        config: { 'retention.ms': '60000' },
        deadLetters,
      };
      await broker.admin.ensureTopics([topic]);
      await broker.admin.ensureTopics([{ ...topic, config: { 'retention.ms': '70000' } }]);
      expect(await broker.admin.topicNames()).toEqual(expect.arrayContaining([topic.name, deadLetters.name]));
      await broker.admin.deleteTopics([topic.name, deadLetters.name, `${topic.name}-never`]);
      await until(async () => !(await broker.admin.topicNames()).includes(topic.name), 'the topic to go');
    });

    it('adds partitions to work topics only, and removes none', async () => {
      const broker = started();
      const topic = (lane: Topic['lane'], partitions: number): Topic => ({
        name: `port-${suffix}-grows-${lane}`,
        lane,
        partitions,
        config: {},
      });
      const partitionsOf = async ({ name }: Topic) => (await broker.admin.bounds(name)).length;
      const [work, event] = [topic('work', 2), topic('event', 2)];
      await broker.admin.ensureTopics([work, event]);
      await send(broker, [{ topic: work.name, key: null, partition: 1, value: Buffer.from('x') }]);
      await broker.admin.ensureTopics([topic('work', 4), topic('event', 4)]);
      const bounds = await broker.admin.bounds(work.name);
      expect(bounds.map(({ end }) => end)).toEqual([0, 1, 0, 0]);
      expect(await partitionsOf(event)).toBe(2);
      await broker.admin.ensureTopics([work, event]);
      expect(await partitionsOf(work)).toBe(4);
    });

    it('names missing topics and sends to all others', async () => {
      const broker = started();
      const topic = await topicOf(broker, 1);
      const { records } = reader(broker, { group: topic, topics: [topic] });
      const missing = `port-${suffix}-no`;
      const sent = send(
        broker,
        [missing, topic].map((name) => ({ topic: name, key: null, value: Buffer.from('x') })),
      );
      await expect(sent).rejects.toMatchObject({ name: 'MissingTopicsError', topics: new Set([missing]) });
      await until(() => records.length === 1, 'the other record');
    });
  });
}
