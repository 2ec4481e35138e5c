import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { now, Outbox, OutboxRelay } from '@earshot/persistence';
import { v7 } from 'uuid';
import { CollectingPublisher } from './collecting-publisher.js';
import { call, NoteEntity, notesState, openNotes, silent } from './notes.js';
import { until } from '@earshot/messaging/testing';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const deadlineMs = 30_000;

describe(OutboxRelay.name, () => {
  let notes: Awaited<ReturnType<typeof openNotes>>;
  let publisher: CollectingPublisher;
  const relays: OutboxRelay[] = [];
  const outbox = new Outbox();

  beforeAll(async () => {
    notes = await openNotes();
  });

  afterAll(async () => notes.close());

  beforeEach(async () => {
    await notes.dataSource.query('truncate notes, inbox, outbox');
    publisher = new CollectingPublisher();
  });

  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  });

  function newRelay(): OutboxRelay {
    const relay = new OutboxRelay(notes.dataSource, publisher, silent);
    relays.push(relay);
    return relay;
  }

  /** A change of a row, and what tells of it: as a service writes them. */
  const change = (id: string, title: string) =>
    notes.dataSource.transaction(async (tx) => {
      await tx.upsert(NoteEntity, { id, title, created_at: now() }, ['id']);
      await outbox.state(tx, notesState, { id, title }, call);
    });

  const titles = () =>
    publisher.published.map(({ value }) => (JSON.parse(String(value)) as { title: string } | null)?.title ?? null);
  const left = () => notes.dataSource.query<{ id: string }[]>('select id from outbox');
  /** What is published is deleted soon after. */
  const nothingLeft = async () => (await left()).length === 0;

  it('publishes the changes of a row in their order, from any process', async () => {
    const ids = Array.from({ length: 5 }, () => v7());
    const relay = newRelay();
    await Promise.all(
      ids.map(async (id) => {
        for (let version = 1; version <= 20; version += 1) {
          await change(id, `${id} ${version}`);
          if (version % 7 === 0) await relay.flush(deadlineMs);
        }
      }),
    );
    await relay.flush(deadlineMs);
    for (const id of ids) {
      expect(titles().filter((title) => title?.startsWith(id))).toEqual(
        Array.from({ length: 20 }, (_, index) => `${id} ${index + 1}`),
      );
    }
    await until(nothingLeft);
  });

  it('publishes once while several relays of a service run', async () => {
    const [one, two, three] = [newRelay(), newRelay(), newRelay()];
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        await change(v7(), `note ${index}`);
        await [one, two, three][index % 3]?.flush(deadlineMs);
      }),
    );
    expect(titles().sort()).toEqual(Array.from({ length: 60 }, (_, index) => `note ${index}`).sort());
  });

  it('publishes more than a batch in one flush, in order, with its tombstones', async () => {
    const ids = Array.from({ length: 1_200 }, () => v7());
    await notes.dataSource.transaction(async (tx) => {
      await outbox.tombstones(tx, notesState, ids, call);
      await outbox.state(tx, notesState, { id: v7(), title: 'last' }, call);
    });
    await newRelay().flush(deadlineMs);
    expect(publisher.keys.slice(0, -1)).toEqual(ids);
    expect(publisher.published[0]).toMatchObject({ topic: 'notes.state', type: 'note.v1', value: null });
    expect(publisher.published[0]?.headers).toMatchObject({ 'x-request-id': 'test', traceparent: call.traceparent });
    expect(titles().slice(-1)).toEqual(['last']);
  });

  it('publishes what a dead process committed and did not publish', async () => {
    await change(v7(), 'left behind');
    newRelay().start();
    await until(() => publisher.published.length > 0);
    expect(titles()).toEqual(['left behind']);
  });

  it('republishes what a dead process may have published, and loses nothing', async () => {
    await change(v7(), 'a');
    let die: (reason: Error) => void = () => {};
    publisher.acknowledge = new Promise((_, reject) => (die = reject));
    const dying = newRelay();
    const lost = dying.flush(deadlineMs).catch((error: unknown) => error);
    await until(() => publisher.published.length > 0);
    const stopping = dying.stop();
    die(new Error('died before the answer'));
    await stopping;
    expect(await lost).toBeInstanceOf(Error);
    publisher.acknowledge = Promise.resolve();
    await newRelay().flush(deadlineMs);
    expect(titles()).toEqual(['a', 'a']);
    await until(nothingLeft);
  });

  it('shares one pass among concurrent callers', async () => {
    let acknowledge = () => {};
    publisher.acknowledge = new Promise((resolve) => (acknowledge = resolve));
    const relay = newRelay();
    await change(v7(), 'first');
    const first = relay.flush(deadlineMs);
    await until(() => publisher.published.length > 0);
    await change(v7(), 'second');
    let early = false;
    const others = [1, 2, 3].map(() => relay.flush(deadlineMs).then(() => (early = publisher.published.length < 2)));
    acknowledge();
    await Promise.all([first, ...others]);
    expect(early).toBe(false);
    expect(titles()).toEqual(['first', 'second']);
  });

  it('lets other processes publish under constant requests', async () => {
    const [busy, other] = [newRelay(), newRelay()];
    const publish = publisher.publish.bind(publisher);
    publisher.publish = (records) => {
      busy.wake();
      return publish(records);
    };
    busy.wake();
    await change(v7(), 'a');
    await other.flush(deadlineMs);
    expect(titles()).toEqual(['a']);
  });

  it('keeps all records and reports the failure while the broker is unavailable', async () => {
    publisher.away = true;
    await change(v7(), 'a');
    const relay = newRelay();
    await expect(relay.flush(50)).rejects.toMatchObject({ code: 'publish_deadline_exceeded' });
    expect(await left()).toHaveLength(1);
    publisher.away = false;
    await relay.flush(deadlineMs);
    expect(relay.failure).toBeUndefined();
    expect(titles()).toEqual(['a']);
  });
});
