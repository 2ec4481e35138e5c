import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, recordingLogger } from '../../../test/lanes-app.js';
import { FakeCluster } from '../../../test/fake-cluster.js';
import type { FetchAnswer } from './codec/fetch.js';
import { PartitionReader, type PartitionReaderOptions } from './partition-reader.js';

const notLeader = 6;
const outOfRange = 1;
const unknownFetchSession = 70;

/** What a broker answers: records of these texts from that offset on, or an error. */
function answer(first: number, texts: readonly string[], errorCode = 0): FetchAnswer {
  const records = texts.map((text, index) => ({
    offset: first + index,
    key: null,
    value: Buffer.from(text),
    headers: [],
  }));
  const batches = texts.length > 0 ? [{ records, nextOffset: first + texts.length }] : [];
  return { errorCode: 0, sessionId: 7, partitions: [{ topic: 'topic', partition: 0, errorCode, batches }] };
}

describe(PartitionReader.name, () => {
  let reader: PartitionReader;
  let taken: string[];

  afterEach(() => reader.stop());

  /** @param answers one after the other, then nothing any more. */
  function begin(
    answers: FetchAnswer[],
    { mayRead = () => true, take, gather }: Partial<Pick<PartitionReaderOptions, 'mayRead' | 'take' | 'gather'>> = {},
  ) {
    taken = [];
    const fake = new FakeCluster(['topic'], () => answers.shift() ?? new Promise(() => undefined));
    reader = new PartitionReader({
      cluster: fake.cluster,
      logger: recordingLogger(),
      take: take ?? ((_topic, _partition, records) => void taken.push(...records.map(({ value }) => String(value)))),
      mayRead,
      firstOffset: () => Promise.resolve(7),
      gather,
    });
    reader.read([{ topic: 'topic', partition: 0, offset: 0 }]);
    return fake;
  }

  it('hands on what came before it asks for more', async () => {
    const askedWhenTaken: number[] = [];
    const fake = begin([answer(0, ['a']), answer(1, ['b'])], {
      take: () => void askedWhenTaken.push(fake.asked.length),
    });
    await eventually(() => fake.asked.length === 3, 'both records');
    expect(askedWhenTaken).toEqual([1, 2]);
  });

  it('asks for more only when more had time to gather, where records are to', async () => {
    const gather = { beforeMs: 0, afterMs: 40 };
    const takenAt: number[] = [];
    begin([answer(0, ['a']), answer(1, ['b'])], { take: () => void takenAt.push(performance.now()), gather });
    await eventually(() => takenAt.length === 2, 'both records');
    // Timers may be a millisecond early.
    expect((takenAt[1] as number) - (takenAt[0] as number)).toBeGreaterThanOrEqual(gather.afterMs - 1);
  });

  it('keeps what came for a while, where others are to be done first', async () => {
    const gather = { beforeMs: 40, afterMs: 0 };
    let takenAt = 0;
    const beganAt = performance.now();
    begin([answer(0, ['a'])], { take: () => void (takenAt = performance.now()), gather });
    await eventually(() => takenAt > 0, 'the record');
    expect(takenAt - beganAt).toBeGreaterThanOrEqual(gather.beforeMs - 1);
  });

  it('forgets what it kept for a while when it is stopped meanwhile', async () => {
    const fake = begin([answer(0, ['a'])], { gather: { beforeMs: 40, afterMs: 0 } });
    await eventually(() => fake.asked.length === 1, 'the fetch');
    reader.stop();
    await sleep(60);
    expect(taken).toEqual([]);
  });

  it('hands on no record twice, though a batch comes whole', async () => {
    begin([answer(0, ['a', 'b']), answer(0, ['a', 'b', 'c'])]);
    await eventually(() => taken.length === 3, 'three records');
    expect(taken).toEqual(['a', 'b', 'c']);
  });

  it('forgets what it fetched while the partition may be somebody else’s, and reads it when it is not', async () => {
    const may = [false, true, true];
    begin([answer(0, ['a']), answer(0, ['a']), answer(1, ['b'])], { mayRead: () => may.shift() ?? true });
    await eventually(() => taken.length === 2, 'both records');
    expect(taken).toEqual(['a', 'b']);
  });

  it('looks for the new leader of a partition that moved, and goes on where it was', async () => {
    const fake = begin([answer(0, ['a']), answer(0, [], notLeader), answer(0, ['a', 'b'])]);
    await eventually(() => taken.length === 2, 'both records');
    expect(taken).toEqual(['a', 'b']);
    expect(fake.forgotten).toEqual(['topic']);
  });

  it('goes on with the first record that is still there', async () => {
    begin([answer(0, [], outOfRange), answer(5, ['gone', 'gone', 'h'])]);
    await eventually(() => taken.length === 1, 'the record');
    expect(taken).toEqual(['h']);
  });

  it('reads on where the broker has forgotten what it knew of the reader', async () => {
    begin([answer(0, ['a']), { errorCode: unknownFetchSession, sessionId: 0, partitions: [] }, answer(1, ['b'])]);
    await eventually(() => taken.length === 2, 'both records');
    expect(taken).toEqual(['a', 'b']);
  });

  it('asks for nothing of what is paused until it is resumed', async () => {
    const fake = begin([answer(0, ['a']), answer(1, ['b']), answer(2, ['c'])], {
      take: (topic, partition, records) => {
        taken.push(...records.map(({ value }) => String(value)));
        if (taken.length === 1) reader.pause(topic, partition);
      },
    });
    await eventually(() => taken.length === 1, 'what was asked for');
    await sleep(20);
    expect(fake.asked).toHaveLength(1);
    reader.resume('topic', 0);
    await eventually(() => taken.length === 3, 'the rest');
    expect(taken).toEqual(['a', 'b', 'c']);
  });
});
