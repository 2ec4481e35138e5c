import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventProgress, PartitionBounds, Received } from '@earshot/messaging';
import { EventFence, EventRunner, OutboxRelay } from '@earshot/persistence';
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
let bounds: PartitionBounds[];
let committed: number[];

beforeAll(async () => {
  notes = await openNotes();
});

afterAll(async () => notes.close());

beforeEach(async () => {
  await notes.dataSource.query('truncate notes, event_positions');
  relay = new OutboxRelay(notes.dataSource, new CollectingPublisher(), silent);
  runner = new EventRunner(notes.dataSource, relay);
  [bounds, committed] = [[], []];
  const progress = { bounds: async () => bounds, committed: async () => committed };
  fence = new EventFence(notes.dataSource, progress as unknown as EventProgress);
});

afterEach(async () => relay.stop());

function event(offset: number, title = `note ${offset}`): Received<Note> {
  const id = `0197a000-0000-7000-8000-${String(offset).padStart(12, '0')}`;
  return { body: { id, title }, key: id, call, position: { topic: topic.name, partition: 0, offset } };
}

const store = (events: readonly Received<Note>[]) =>
  runner.run(events, async (tx, some) => {
    for (const { body } of some) {
      const insert = 'insert into notes (id, title, created_at) values ($1, $2, now()) on conflict (id) do nothing';
      await tx.query(insert, [body.id, body.title]);
    }
  });

describe('a fence before events', () => {
  it('is passed at once where the tables have all of them, or there are none, or they have expired', async () => {
    await fence.wait([topic], deadlineMs);
    await store([event(0), event(1)]);
    bounds = [
      { first: 0, end: 2 },
      { first: 7, end: 7 },
    ];
    await fence.wait([topic], deadlineMs);
  });

  it('is passed once the tables have what the topic held when it was put up', async () => {
    bounds = [{ first: 0, end: 2 }];
    let passed = false;
    const waiting = fence.wait([topic], 30_000).then(() => (passed = true));
    await store([event(0)]);
    expect(passed).toBe(false);
    await store([event(1)]);
    await waiting;
  });

  it('is passed by events that leave no trace in the tables, once they are dealt with', async () => {
    bounds = [{ first: 0, end: 3 }];
    await store([event(0)]);
    committed = [3];
    await fence.wait([topic], 30_000);
  });

  it('says that the service has not caught up, past its deadline', async () => {
    bounds = [{ first: 0, end: 3 }];
    await store([event(0)]);
    await expect(fence.wait([topic], 200)).rejects.toMatchObject({
      code: 'service_unavailable',
      type: 'overloaded_error',
    });
  });
});

describe('events in the tables', () => {
  it('are not said to be there when what they wrote is not', async () => {
    bounds = [{ first: 0, end: 1 }];
    const failing = runner.run([event(0)], async (tx, [first]) => {
      await tx.insert(NoteEntity, { ...(first as Received<Note>).body, createdAt: new Date() });
      throw new Error('a fault');
    });
    await expect(failing).rejects.toThrow('a fault');
    expect(await notes.titles()).toEqual([]);
    await expect(fence.wait([topic], 200)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('stay said to be there when older ones come again', async () => {
    await store([event(0), event(1), event(2)]);
    await store([event(0)]);
    bounds = [{ first: 0, end: 3 }];
    await fence.wait([topic], deadlineMs);
    expect(await notes.titles()).toEqual(['note 0', 'note 1', 'note 2']);
  });

  it('blame nobody while the database is away', async () => {
    const cut = runner.run([event(0)], (tx) => tx.query('select pg_terminate_backend(pg_backend_pid())'));
    await expect(cut).rejects.toMatchObject({ code: 'service_unavailable', type: 'overloaded_error' });
  });
});
