import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CommandRunner, inTransaction, OutboxRelay, read, write, type Transaction } from '@earshot/persistence';
import { CollectingPublisher } from './collecting-publisher.js';
import { createNote, newNote, openNotes, silent } from './notes.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('statements of a transaction', () => {
  let notes: Awaited<ReturnType<typeof openNotes>>;

  beforeAll(async () => {
    notes = await openNotes();
  });

  afterAll(async () => notes.close());

  beforeEach(async () => notes.dataSource.query('truncate notes, inbox, outbox'));

  const insert = (tx: Transaction, title: unknown, { id } = newNote('')) =>
    write(tx, 'insert into notes (id, title, created_at) values ($1, $2, now())', [id, title]);
  const inOne = <T>(work: (tx: Transaction) => Promise<T>) => inTransaction(notes.dataSource, work);

  const titlesFrom = (tx: Transaction, first: unknown) =>
    read<{ title: string }>(tx, 'select title from notes where title >= $1 order by title', [first]);

  const unspeakable = {
    toPostgres: () => {
      throw new Error('unspeakable');
    },
  };

  it('writes all statements in the order of the calls, or none', async () => {
    const note = newNote('');
    await inOne(async (tx) => {
      await insert(tx, 'first', note);
      await write(tx, 'update notes set title = $1 where id = $2', ['second', note.id]);
      expect(await tx.query('select title from notes')).toEqual([{ title: 'second' }]);
    });
    await expect(
      inOne(async (tx) => {
        await insert(tx, 'third');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await notes.titles()).toEqual(['second']);
  });

  it('fails the transaction at its end with the first error, and writes nothing', async () => {
    const failing = inOne(async (tx) => {
      await insert(tx, 'taken');
      await insert(tx, 'taken');
      await insert(tx, 'another');
    });
    await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'notes_title_taken' });
    expect(await notes.titles()).toEqual([]);
  });

  it('reports the first failed statement, not its consequences', async () => {
    const failing = inOne(async (tx) => {
      await insert(tx, 'taken');
      await insert(tx, 'taken');
      await tx.query('select 1');
    });
    await expect(failing).rejects.toMatchObject({ constraint: 'notes_title_taken' });
  });

  it('writes nothing when a value cannot be sent to the server', async () => {
    const failing = inOne(async (tx) => {
      await insert(tx, 'first');
      await insert(tx, unspeakable);
    });
    await expect(failing).rejects.toThrow('unspeakable');
    expect(await notes.titles()).toEqual([]);
  });

  it('leaves the connection usable for the next transaction', async () => {
    const one = await notes.dataSource.query('select 1 as n');
    for (let turn = 0; turn < 20; turn += 1) {
      await expect(inOne((tx) => Promise.all([insert(tx, 'a'), insert(tx, 'a')]))).rejects.toThrow();
    }
    await inOne((tx) => insert(tx, 'b'));
    expect(one).toEqual([{ n: 1 }]);
    expect(await notes.titles()).toEqual(['b']);
  });

  it('prepares a statement once for a connection', async () => {
    for (const title of ['a', 'b', 'c']) await inOne((tx) => insert(tx, title));
    const statements: { runs: string }[] = await inOne((tx) =>
      tx.query(
        `select generic_plans + custom_plans as runs from pg_prepared_statements where statement like 'insert into notes%'`,
      ),
    );
    expect(statements).toHaveLength(1);
    expect(Number(statements[0]?.runs)).toBeGreaterThanOrEqual(3);
    expect(await notes.titles()).toEqual(['a', 'b', 'c']);
  });

  it('reads earlier writes with a statement that is prepared once for a connection', async () => {
    for (const title of ['a', 'b', 'c']) {
      await inOne(async (tx) => {
        await insert(tx, title);
        expect(await titlesFrom(tx, title)).toEqual([{ title }]);
      });
    }
    const [planned] = await notes.dataSource.query<{ runs: string }[]>(
      `select generic_plans + custom_plans as runs from pg_prepared_statements where statement like 'select title%'`,
    );
    expect(Number(planned?.runs)).toBeGreaterThanOrEqual(3);
  });

  it('fails a read after a failed write with the error of the write', async () => {
    const failing = inOne(async (tx) => {
      await insert(tx, 'taken');
      await insert(tx, 'taken');
      return titlesFrom(tx, 'a');
    });
    await expect(failing).rejects.toMatchObject({ constraint: 'notes_title_taken' });
    expect(await inOne((tx) => titlesFrom(tx, 'a'))).toEqual([]);
  });

  it('reads rows after a value that could not be sent to the server', async () => {
    await inOne((tx) => insert(tx, 'a'));
    await expect(inOne((tx) => titlesFrom(tx, unspeakable))).rejects.toThrow('unspeakable');
    expect(await inOne((tx) => titlesFrom(tx, 'a'))).toEqual([{ title: 'a' }]);
  });

  it('prepares a statement again after a failed transaction', async () => {
    const rename = (tx: Transaction, title: string) =>
      write(tx, 'update notes set title = $1 where title = $2', [title, 'a']);
    const failing = inOne(async (tx) => {
      await insert(tx, 'a');
      await insert(tx, 'a');
      await rename(tx, 'never');
    });
    await expect(failing).rejects.toMatchObject({ constraint: 'notes_title_taken' });
    await inOne((tx) => insert(tx, 'a'));
    await inOne((tx) => rename(tx, 'b'));
    await inOne((tx) => rename(tx, 'c'));
    expect(await notes.titles()).toEqual(['b']);
  });

  it('writes with a prepared statement after a value that could not be sent', async () => {
    await inOne((tx) => insert(tx, 'a'));
    await inOne((tx) => insert(tx, 'b'));
    await expect(inOne((tx) => insert(tx, unspeakable))).rejects.toThrow('unspeakable');
    await inOne((tx) => Promise.all([insert(tx, 'c'), insert(tx, 'd')]));
    await inOne((tx) => insert(tx, 'e'));
    expect(await notes.titles()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('fails only the command of a group that caused the error', async () => {
    const relay = new OutboxRelay(notes.dataSource, new CollectingPublisher(), silent);
    const runner = new CommandRunner(notes.dataSource, relay);
    const commands = [newNote('a'), newNote('b')];
    const seen: unknown[] = [];
    const run = runner.run(createNote, commands, async (tx, command) => {
      await insert(tx, command.body.title, command);
      if (command === commands[0]) return command.body;
      await insert(tx, 'a');
      seen.push(command);
      return command.body;
    });
    // No AppError: nothing of the group is written, and the lane tries each on its own.
    await expect(run).rejects.toMatchObject({ constraint: 'notes_title_taken' });
    expect(seen).toEqual([commands[1]]);
    expect(await notes.titles()).toEqual([]);
    await relay.stop();
  });

  it('runs at once in a transaction that does not await it at its end', async () => {
    await notes.dataSource
      .transaction(async (tx) => {
        await insert(tx, 'taken');
        await expect(insert(tx, 'taken')).rejects.toMatchObject({ driverError: { constraint: 'notes_title_taken' } });
      })
      .catch(() => undefined);
  });
});
