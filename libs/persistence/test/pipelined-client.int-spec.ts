import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PipelinedClient } from '../src/data-source/pipelined-client.js';
import { openNotes } from './notes.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe(PipelinedClient.name, () => {
  let notes: Awaited<ReturnType<typeof openNotes>>;
  let client: PipelinedClient;

  beforeAll(async () => {
    notes = await openNotes();
  });

  afterAll(async () => notes.close());

  beforeEach(async () => {
    client = new PipelinedClient({ connectionString: notes.url });
    client.on('error', () => undefined);
    await client.connect();
  });

  const ask = (sql: string) => (client as unknown as { query(sql: string): Promise<{ rows: unknown[] }> }).query(sql);

  it('answers each pipelined statement with its own rows', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(`select ${index} as n`)));
    expect(answers.map(({ rows }) => rows)).toEqual(Array.from({ length: 50 }, (_, index) => [{ n: index }]));
    await client.end();
  });

  it('continues after a failed statement', async () => {
    const [failed, next] = await Promise.allSettled([ask('select nothing'), ask('select 1 as n')]);
    expect(failed.status).toBe('rejected');
    expect(next).toMatchObject({ value: { rows: [{ n: 1 }] } });
    await client.end();
  });

  it('adds pipelined statements to the transaction that they follow', async () => {
    await ask('START TRANSACTION');
    await ask('create table notes.later (n integer)');
    await ask('ROLLBACK');
    expect((await ask("select to_regclass('notes.later') as found")).rows).toEqual([{ found: null }]);
    await client.end();
  });

  it('lets a savepoint travel with its statements', async () => {
    const sent: string[] = [];
    const begun = ['START TRANSACTION', 'SAVEPOINT part', 'RELEASE SAVEPOINT part'].map((sql) =>
      ask(sql).then(() => sent.push(sql)),
    );
    const answer = ask('select 1 as n').then(() => sent.push('select'));
    await Promise.all(begun);
    expect(sent).not.toContain('select');
    await answer;
    await ask('ROLLBACK');
    await client.end();
  });

  it('commits nothing when a savepoint fails', async () => {
    await ask('START TRANSACTION');
    await ask('create table notes.unfinished (n integer)');
    await ask('RELEASE SAVEPOINT missing');
    await expect(ask('COMMIT')).rejects.toThrow();
    const other = new PipelinedClient({ connectionString: notes.url });
    await other.connect();
    const found = await (other as unknown as { query(sql: string): Promise<{ rows: unknown[] }> }).query(
      "select to_regclass('notes.unfinished') as found",
    );
    expect(found.rows).toEqual([{ found: null }]);
    await other.end();
  });

  it('closes its connection when a transaction cannot begin', async () => {
    const closed = new Promise((resolve) => client.once('end', resolve));
    await ask('BEGIN');
    await ask('select nothing').catch(() => undefined);
    // PostgreSQL refuses everything but an end in this state.
    await ask('START TRANSACTION');
    await closed;
    await expect(ask('select 1')).rejects.toThrow();
  });
});
