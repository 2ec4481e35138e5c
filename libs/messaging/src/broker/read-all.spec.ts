import { beforeEach, expect, it } from '@jest/globals';
import { eventTopic } from '@earshot/contracts-core';
import { MemoryBroker } from './memory/memory-broker.js';
import { readAll, type ReadRecord } from './read-all.js';

const topic = eventTopic('notes.made', 3);
let broker: MemoryBroker;

beforeEach(async () => {
  broker = new MemoryBroker();
  await broker.admin.ensureTopics([topic]);
});

const send = (count: number, from = 0) =>
  broker.producer().send(
    Array.from({ length: count }, (_, index) => ({
      topic: topic.name,
      partition: index % 2,
      key: null,
      value: Buffer.from(String(from + index)),
      headers: { type: 'note-made.v1' },
    })),
  );

it('reads all that a topic holds, every partition of it, and leaves no group behind', async () => {
  await send(5_000);
  const seen: ReadRecord[] = [];
  await readAll(broker, topic, async (records) => void seen.push(...records));
  expect(seen.map(({ value }) => Number(value)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 5_000 }, (_, n) => n),
  );
  expect(new Set(seen.map(({ type }) => type))).toEqual(new Set(['note-made.v1']));
  expect(broker.memberCount).toBe(0);
});

it('of an empty topic has nothing to tell', async () => {
  await readAll(broker, topic, () => Promise.reject(new Error('called')));
});

it('gives the next piece when the one before is dealt with', async () => {
  await send(4_000);
  let atOnce = 0;
  await readAll(broker, topic, async () => {
    atOnce += 1;
    await new Promise((resolve) => setImmediate(resolve));
    expect(atOnce).toBe(1);
    atOnce -= 1;
  });
});

it('tells what its handler tells', async () => {
  await send(10);
  await expect(readAll(broker, topic, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(broker.memberCount).toBe(0);
});
