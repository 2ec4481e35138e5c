import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { conflict } from '@earshot/errors';
import type { Command, CommandResult } from '@earshot/messaging';
import { now, Outbox, type Transaction } from '@earshot/persistence';
import { codes, CommandScene } from './command-scene.js';
import { call, createNote, newNote, NoteEntity, noteMade, type Note } from './notes.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('a group of commands in one transaction', () => {
  const scene = CommandScene.ofSuite();

  const groups: string[][] = [];
  const insertAll = async (tx: Transaction, commands: readonly Command<Note>[]): Promise<CommandResult<Note>[]> => {
    groups.push(commands.map(({ body }) => body.title));
    const good = commands.filter(({ body }) => body.title !== 'bad');
    await tx.insert(
      NoteEntity,
      good.map(({ body }) => ({ ...body, created_at: now() })),
    );
    await new Outbox().events(
      tx,
      noteMade,
      good.map(({ body }) => ({ event: body, call })),
    );
    return commands.map(({ body }) =>
      body.title === 'bad' ? { error: conflict('title_taken', 'bad') } : { ok: body },
    );
  };

  const noPreparation = () => Promise.resolve();
  const work = { prepare: noPreparation, handle: insertAll };
  const together = async (commands: readonly Command<Note>[]) =>
    (await scene.runner.runTogether(createNote, commands, work)).results;

  beforeEach(() => void groups.splice(0));

  it('passes prepared values to the handler, also for the rest of a group', async () => {
    const [a, b] = [newNote('a'), newNote('b')];
    await together([a]);
    const prepare = (tx: Transaction): Promise<unknown> => tx.query('select title from notes for update');
    const prepared: unknown[] = [];
    const handle = (tx: Transaction, commands: readonly Command<Note>[], titles: unknown) => {
      prepared.push(titles);
      return insertAll(tx, commands);
    };
    await (
      await scene.runner.runTogether(createNote, [a, b], { prepare, handle })
    ).results;
    expect(prepared).toEqual([[{ title: 'a' }]]);
    expect(groups).toEqual([['a'], ['b']]);
  });

  it('fails the group and writes nothing when preparation fails', async () => {
    const prepare = (tx: Transaction): Promise<unknown> => tx.query('select * from nowhere');
    await expect(scene.runner.runTogether(createNote, [newNote('a')], { ...work, prepare })).rejects.toThrow('nowhere');
    expect(await scene.notes.titles()).toEqual([]);
  });

  it('commits before it answers, and answers after others can read the result', async () => {
    const note = newNote('a');
    let acknowledge = () => {};
    scene.publisher.acknowledge = new Promise((resolve) => (acknowledge = resolve));
    const { results } = await scene.runner.runTogether(createNote, [note], work);
    expect(await scene.notes.titles()).toEqual(['a']);
    expect(await Promise.race([results, Promise.resolve('not yet')])).toBe('not yet');
    acknowledge();
    expect(codes(await results)).toEqual(['ok']);
  });

  it('answers each command, writes the accepted ones, and publishes in their order', async () => {
    const commands = ['a', 'bad', 'b'].map(newNote);
    expect(codes(await together(commands))).toEqual(['ok', 'title_taken', 'ok']);
    expect(await scene.notes.titles()).toEqual(['a', 'b']);
    expect(scene.publisher.published.map(({ value }) => JSON.parse(String(value)) as Note)).toMatchObject([
      { title: 'a' },
      { title: 'b' },
    ]);
    expect(groups).toEqual([['a', 'bad', 'b']]);
  });

  it('executes new commands only and returns the first answer of the others', async () => {
    const [a, b] = [newNote('a'), newNote('b')];
    const first = await together([a]);
    const both = await together([b, a]);
    expect(both[1]).toEqual(first[0]);
    expect(groups).toEqual([['a'], ['b']]);
  });

  it('treats a repeated id as a redelivery, and as a new command after an error', async () => {
    const [a, bad] = [newNote('a'), newNote('bad')];
    const again = { ...a };
    const other = { ...a, body: { ...a.body, title: 'c' } };
    const better = { ...bad, body: { ...bad.body, title: 'd' } };
    const results = await together([a, again, other, bad, better]);
    expect(codes(results)).toEqual(['ok', 'ok', 'idempotency_key_reused', 'title_taken', 'ok']);
    expect(await scene.notes.titles()).toEqual(['a', 'd']);
  });
});
