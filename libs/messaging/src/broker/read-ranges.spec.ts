import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import { eventTopic } from '@earshot/contracts-core';
import { MemoryBroker } from '../../test/memory/memory-broker.js';
import type { IncomingRecord } from './broker.port.js';
import { readRanges } from './read-ranges.js';

const topic = eventTopic('notes.made', 3);
let broker: MemoryBroker;

beforeEach(async () => {
  broker = new MemoryBroker();
  await broker.admin.ensureTopics([topic]);
});

const readAll = async (handle: (records: readonly IncomingRecord[]) => Promise<void>) =>
  readRanges(broker, topic, await broker.admin.bounds(topic.name), handle);

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

it('reads every partition of a topic and leaves no consumer group', async () => {
  await send(5_000);
  const seen: IncomingRecord[] = [];
  await readAll(async (records) => void seen.push(...records));
  expect(seen.map(({ value }) => Number(value)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 5_000 }, (_, n) => n),
  );
  expect(new Set(seen.map(({ headers }) => headers['type']))).toEqual(new Set(['note-made.v1']));
  expect(broker.memberCount).toBe(0);
});

it('reads nothing from an empty topic', async () => {
  await readAll(() => Promise.reject(new Error('called')));
});

it('delivers the next batch after the previous one is handled', async () => {
  await send(4_000);
  let atOnce = 0;
  await readAll(async () => {
    atOnce += 1;
    await turn();
    expect(atOnce).toBe(1);
    atOnce -= 1;
  });
});

it('fails with the error of its handler', async () => {
  await send(10);
  await expect(readAll(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(broker.memberCount).toBe(0);
});

it('times out when the broker returns no records', async () => {
  const read = readRanges(broker, topic, [{ first: 0, end: 1 }], () => Promise.resolve(), 50);
  await expect(read).rejects.toThrow('sent no records of notes.made');
});

it('reads only its range while more records arrive', async () => {
  await send(100);
  const seen: number[] = [];
  const ranges = [
    { first: 10, end: 12 },
    { first: 49, end: 50 },
    { first: 0, end: 0 },
  ];
  const read = readRanges(broker, topic, ranges, async (records) => {
    seen.push(...records.map(({ value }) => Number(value)));
  });
  await send(100, 100);
  await read;
  expect(seen.sort((a, b) => a - b)).toEqual([20, 22, 99]);
});
