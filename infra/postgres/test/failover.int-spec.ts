import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { migrate, openDataSource } from '@earshot/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresPair } from './postgres-pair.js';

// Two servers of their own start first.
jest.setTimeout(120_000);

type Database = Awaited<ReturnType<typeof openDataSource>>;

/** Longer than a failover takes. */
const patienceMs = 60_000;
const ignored = () => undefined;
const writers = 4;
const writesBefore = 200;
const writesAfter = 200;

describe('a database whose primary is killed and whose standby is promoted', () => {
  const pair = new PostgresPair();
  let database: Database;

  beforeAll(async () => {
    await pair.start();
    const options = { url: pair.url, schema: 'public', entities: [], migrations: [] };
    await migrate(options);
    database = await openDataSource(options, { debug: ignored, info: ignored, warn: ignored, error: ignored });
    await database.query('create table written (id integer primary key)');
  });
  afterAll(async () => {
    await database.destroy();
    await pair.stop();
  });

  it('has all that it acknowledged, and its clients reconnect by themselves', async () => {
    const acknowledged: number[] = [];
    let next = 0;
    let goesOn = true;
    const write = async () => {
      while (goesOn) {
        next += 1;
        const id = next;
        await insertedOnce(database, id);
        acknowledged.push(id);
      }
    };
    const writing = Array.from({ length: writers }, write);
    const reached = async (count: number) => {
      while (acknowledged.length < count) await sleep(10);
    };
    await reached(writesBefore);
    await pair.failOver();
    await reached(acknowledged.length + writesAfter);
    goesOn = false;
    await Promise.all(writing);
    const stored: { id: number }[] = await database.query('select id from written order by id');
    expect(stored.map(({ id }) => id)).toEqual(acknowledged.toSorted((one, other) => one - other));
  });
});

/** Inserts a row; tries again while the database is away. */
async function insertedOnce(database: Database, id: number): Promise<void> {
  for (const end = Date.now() + patienceMs; ; await sleep(100)) {
    try {
      await database.query('insert into written values ($1) on conflict do nothing', [id]);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
