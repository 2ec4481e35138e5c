import { afterEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Broker } from '../src/broker/broker.port.js';
import { readNew } from '../src/broker/read-new.js';
import { until } from './until.js';

/** What a reader of new records relies on, whatever the broker is. */
export function describeReadNew(name: string, make: () => Broker): void {
  describe(`new records: ${name}`, () => {
    const open: { close(): Promise<void> }[] = [];

    afterEach(async () => {
      for (const each of open.splice(0)) await each.close();
    });

    async function scene(...partitions: number[]) {
      const broker = make();
      open.push(broker);
      const topics = partitions.map((count) => ({ name: `new-${randomUUID().slice(0, 8)}`, partitions: count }));
      await broker.admin.ensureTopics(topics.map((topic) => ({ ...topic, lane: 'work', config: {} })));
      const send = async (text: string) => {
        const producer = broker.producer();
        const records = topics.map((topic) => ({ topic: topic.name, key: null, value: Buffer.from(text) }));
        await producer.send(records).finally(() => producer.close());
      };
      const read = async () => {
        const texts: (string | undefined)[] = [];
        const reader = await readNew(broker, topics, (_topic, _partition, records) => {
          texts.push(...records.map(({ value }) => value?.toString()));
        });
        open.unshift(reader);
        return { texts, reader };
      };
      return { broker, send, read };
    }

    it('reach every reader from its start on', async () => {
      const { send, read } = await scene(2, 1);
      await send('before');
      const readers = [await read(), await read()];
      await send('after');
      for (const { texts } of readers) await until(() => texts.length >= 2, 'the new records');
      expect(readers.map(({ texts }) => texts)).toEqual(readers.map(() => ['after', 'after']));
    });

    it('leave no consumer group behind', async () => {
      const { broker, send, read } = await scene(1);
      const before = await broker.admin.groupNames();
      const { texts, reader } = await read();
      await send('after');
      await until(() => texts.length === 1, 'the record');
      await reader.close();
      const left = (await broker.admin.groupNames()).filter((group) => !before.includes(group));
      expect(left.filter((group) => group.startsWith('range-reader.'))).toEqual([]);
    });
  });
}
