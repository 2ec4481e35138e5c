import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Topic } from '@earshot/contracts-core';
import type { EventProgress, Range, ReceivedEvent } from '@earshot/messaging';
import { EventFence, EventRunner, now, OutboxRelay, UnstoredEvents } from '@earshot/persistence';
import { CollectingPublisher } from './collecting-publisher.js';
import { call, noteMade, NoteEntity, openNotes, silent, type Note } from './notes.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const { topic } = noteMade;
/** Long enough for every wait that is to end, short enough for those that are not. */
const deadlineMs = 1_500;
let notes: Awaited<ReturnType<typeof openNotes>>;
let relay: OutboxRelay;
let runner: EventRunner;
let fence: EventFence;
let bounds: Range[];
let committed: number[];
let unstored: UnstoredEvents;
let dead: Range[];

beforeAll(async () => {
  notes = await openNotes();
});

afterAll(async () => notes.close());

beforeEach(async () => {
  await notes.dataSource.query('truncate notes, event_positions');
  relay = new OutboxRelay(notes.dataSource, new CollectingPublisher(), silent);
  runner = new EventRunner(notes.dataSource, relay);
  [bounds, committed] = [[], []];
  dead = [];
  const boundsOf = async (requested: Topic) => (requested === topic ? bounds : dead);
  const progress = { bounds: boundsOf, committed: async () => committed } as unknown as EventProgress;
  fence = new EventFence(notes.dataSource, progress);
  unstored = new UnstoredEvents(notes.dataSource, progress);
});

afterEach(async () => relay.stop());

function event(offset: number, title = `note ${offset}`): ReceivedEvent<Note> {
  const id = `0197a000-0000-7000-8000-${String(offset).padStart(12, '0')}`;
  return { body: { id, title }, key: id, call, position: { topic: topic.name, partition: 0, offset } };
}

const store = (events: readonly ReceivedEvent<Note>[]) =>
  runner.run(events, async (tx, batch) => {
    for (const { body } of batch) {
      const insert = 'insert into notes (id, title, created_at) values ($1, $2, now()) on conflict (id) do nothing';
      await tx.query(insert, [body.id, body.title]);
    }
  });

describe('a fence before events', () => {
  it('passes at once when all events are stored, absent or expired', async () => {
    await fence.wait([topic], deadlineMs);
    await store([event(0), event(1)]);
    bounds = [
      { first: 0, end: 2 },
      { first: 7, end: 7 },
    ];
    await fence.wait([topic], deadlineMs);
  });

  it('passes when the tables have all events that were in the topic at its start', async () => {
    bounds = [{ first: 0, end: 2 }];
    let passed = false;
    const waiting = fence.wait([topic], 30_000).then(() => (passed = true));
    await store([event(0)]);
    expect(passed).toBe(false);
    await store([event(1)]);
    await waiting;
  });

  it('passes events that store no row after they are handled', async () => {
    bounds = [{ first: 0, end: 3 }];
    await store([event(0)]);
    committed = [3];
    await fence.wait([topic], 30_000);
  });

  it('fails with service_unavailable after its deadline', async () => {
    bounds = [{ first: 0, end: 3 }];
    await store([event(0)]);
    await expect(fence.wait([topic], 200)).rejects.toMatchObject({
      code: 'service_unavailable',
      type: 'overloaded_error',
    });
  });
});

describe('events in the tables', () => {
  it('do not advance the position when their rows are rolled back', async () => {
    bounds = [{ first: 0, end: 1 }];
    const failing = runner.run([event(0)], async (tx, [first]) => {
      await tx.insert(NoteEntity, { ...(first as ReceivedEvent<Note>).body, created_at: now() });
      throw new Error('a fault');
    });
    await expect(failing).rejects.toThrow('a fault');
    expect(await notes.titles()).toEqual([]);
    await expect(fence.wait([topic], 200)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('do not move the position back when they are delivered again', async () => {
    await store([event(0), event(1), event(2)]);
    await store([event(0)]);
    bounds = [{ first: 0, end: 3 }];
    await fence.wait([topic], deadlineMs);
    expect(await notes.titles()).toEqual(['note 0', 'note 1', 'note 2']);
  });

  it('fail with service_unavailable while the database is away', async () => {
    const cut = runner.run([event(0)], (tx) => tx.query('select pg_terminate_backend(pg_backend_pid())'));
    await expect(cut).rejects.toMatchObject({ code: 'service_unavailable', type: 'overloaded_error' });
  });
});

describe('the count of events that are acknowledged and not stored', () => {
  it('is 0 when all events are stored, skipped or expired', async () => {
    bounds = [
      { first: 0, end: 2 },
      { first: 0, end: 5 },
      { first: 7, end: 7 },
    ];
    await store([event(0), event(1)]);
    committed = [0, 5];
    expect(await unstored.count(topic)).toEqual({ all: 0, overdue: 0 });
  });

  it('counts pending and dead-lettered events', async () => {
    bounds = [{ first: 0, end: 5 }];
    dead = [{ first: 3, end: 5 }];
    await store([event(0), event(1)]);
    expect(await unstored.count(topic)).toEqual({ all: 3 + 2, overdue: 2 });
  });

  it('calls those overdue that were acknowledged half a minute ago, whatever came since', async () => {
    const counts: [number, number][] = [];
    const countAt = async (nowMs: number, end: number) => {
      bounds = [{ first: 0, end }];
      const { all, overdue } = await unstored.count(topic, nowMs);
      counts.push([all, overdue]);
    };
    await countAt(0, 2);
    await countAt(20_000, 5);
    await countAt(30_000, 9);
    await countAt(50_000, 9);
    await store([event(0), event(1), event(2), event(3)]);
    await countAt(51_000, 9);
    expect(counts).toEqual([
      [2, 0],
      [5, 0],
      [9, 2],
      [9, 5],
      [5, 1],
    ]);
  });
});
