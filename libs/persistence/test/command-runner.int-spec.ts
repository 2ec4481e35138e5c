import { describe, expect, it, jest } from '@jest/globals';
import { AppError } from '@earshot/errors';
import { CommandRunner, DatabaseFault, Outbox, OutboxRelay } from '@earshot/persistence';
import { codes, CommandScene } from './command-scene.js';
import { call, createNote, insertNote, newNote, NoteEntity, notesState, silent } from './notes.js';
import { until } from '@earshot/messaging/testing';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe(CommandRunner.name, () => {
  const scene = CommandScene.ofSuite();
  const insert = insertNote(new Outbox());

  it('answers a redelivered command with its first reply and writes once', async () => {
    const command = newNote('a');
    const [first] = await scene.runner.run(createNote, [command], insert);
    const [again] = await scene.runner.run(createNote, [command], insert);
    expect(again).toEqual(first);
    expect(await scene.notes.titles()).toEqual(['a']);
    expect(scene.publisher.keys).toEqual([command.id]);
  });

  it('treats a body with reordered fields as the same body', async () => {
    const command = newNote('a');
    await scene.runner.run(createNote, [command], insert);
    const { id, title } = command.body;
    expect(codes(await scene.runner.run(createNote, [{ ...command, body: { title, id } }], insert))).toEqual(['ok']);
  });

  it('returns service_unavailable without a failed command when the connection breaks', async () => {
    const command = newNote('a');
    const cut = scene.runner.run(createNote, [command], async (tx, { body }) => {
      await tx.query('select pg_terminate_backend(pg_backend_pid())');
      return body;
    });
    await expect(cut).rejects.toMatchObject({ code: 'service_unavailable', type: 'overloaded_error' });
    expect(codes(await scene.runner.run(createNote, [command], insert))).toEqual(['ok']);
  });

  it('rejects a known command id with another body', async () => {
    const command = newNote('a');
    await scene.runner.run(createNote, [command], insert);
    const other = { ...command, body: { ...command.body, title: 'b' } };
    expect(codes(await scene.runner.run(createNote, [other], insert))).toEqual(['idempotency_key_reused']);
    expect(await scene.notes.titles()).toEqual(['a']);
  });

  it('treats two commands with one id in one group like a redelivery', async () => {
    const command = newNote('a');
    const other = { ...command, body: { ...command.body, title: 'b' } };
    const results = await scene.runner.run(createNote, [command, command, other], insert);
    expect(codes(results)).toEqual(['ok', 'ok', 'idempotency_key_reused']);
    expect(scene.publisher.keys).toEqual([command.id]);
  });

  it('writes once when several processes get the same commands at the same time, in any order', async () => {
    const commands = Array.from({ length: 20 }, (_, index) => newNote(`note ${index}`));
    const deliveries = [commands, [...commands].reverse(), commands, [...commands].reverse()];
    const answers = await Promise.all(deliveries.map((delivery) => scene.runner.run(createNote, delivery, insert)));
    for (const answer of answers) expect(codes(answer)).toEqual(commands.map(() => 'ok'));
    expect(await scene.notes.titles()).toHaveLength(20);
    expect(new Set(scene.publisher.keys).size).toBe(scene.publisher.published.length);
  });

  it('skips a failed command in the middle of a group and executes the others', async () => {
    const [a, b, c] = [newNote('a'), newNote('a'), newNote('c')];
    const results = await scene.runner.run(createNote, [a, b, c], insert);
    expect(codes(results)).toEqual(['ok', 'title_taken', 'ok']);
    expect(await scene.notes.titles()).toEqual(['a', 'c']);
    expect(scene.publisher.keys).toEqual([a.id, c.id]);
  });

  it('stores no error: the same command succeeds once it can', async () => {
    const [a, b] = [newNote('a'), newNote('a')];
    expect(codes(await scene.runner.run(createNote, [a, b], insert))).toEqual(['ok', 'title_taken']);
    await scene.notes.dataSource.getRepository(NoteEntity).delete({ id: a.body.id });
    expect(codes(await scene.runner.run(createNote, [b], insert))).toEqual(['ok']);
  });

  it('writes nothing of a group after an unexpected error, and hides the values in it', async () => {
    const fail = scene.runner.run(createNote, [newNote('a'), newNote('hunter2')], async (tx, command) => {
      const result = await insert(tx, command);
      if (command.body.title === 'hunter2') await tx.query('select $1::text::int', [command.body.title]);
      return result;
    });
    const error: unknown = await fail.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseFault);
    expect(JSON.stringify({ ...(error as Error) }) + String(error)).not.toContain('hunter2');
    expect(await scene.notes.titles()).toEqual([]);
    expect(await scene.notes.dataSource.query('select * from inbox')).toEqual([]);
    expect(scene.publisher.published).toEqual([]);
  });

  it('answers only after the broker has acknowledged the records of the group', async () => {
    let acknowledge = () => {};
    scene.publisher.acknowledge = new Promise((resolve) => (acknowledge = resolve));
    let answered = false;
    const running = scene.runner.run(createNote, [newNote('a')], insert).finally(() => (answered = true));
    await until(() => scene.publisher.published.length > 0);
    expect(answered).toBe(false);
    acknowledge();
    expect(codes(await running)).toEqual(['ok']);
  });

  it('waits for the broker to return before it answers', async () => {
    scene.publisher.away = true;
    const running = scene.runner.run(createNote, [newNote('a')], insert);
    await until(() => scene.relay.failure !== undefined);
    scene.publisher.away = false;
    expect(codes(await running)).toEqual(['ok']);
    expect(scene.publisher.published).toHaveLength(1);
  });

  it('returns service_unavailable when a stored change cannot be published; the retry gets the reply', async () => {
    scene.publisher.away = true;
    const command = newNote('a');
    const running = scene.runner.run(createNote, [command], insert);
    await until(() => scene.relay.failure !== undefined);
    await scene.relay.stop();
    expect(codes(await running)).toEqual(['service_unavailable']);
    scene.publisher.away = false;
    const restarted = new OutboxRelay(scene.notes.dataSource, scene.publisher, silent);
    const results = await new CommandRunner(scene.notes.dataSource, restarted).run(createNote, [command], insert);
    await restarted.stop();
    expect(results).toEqual([{ ok: command.body }]);
    expect(scene.publisher.keys).toEqual([command.body.id]);
  });

  it('rejects a write in a read, and answers the error of a read', async () => {
    const writing = scene.runner.read([newNote('a')], insert);
    await expect(writing).rejects.toThrow(/read-only transaction/);
    const refused = new AppError({ code: 'no', type: 'not_found_error', message: 'no' });
    const results = await scene.runner.read([newNote('a'), newNote('b')], (tx, { body }) =>
      body.title === 'a' ? Promise.reject(refused) : tx.count(NoteEntity),
    );
    expect(results).toEqual([{ error: refused }, { ok: 0 }]);
  });

  it('rejects a state record that readers would skip', async () => {
    const wrong = scene.notes.dataSource.transaction((tx) =>
      new Outbox().state(tx, notesState, { id: 'no uuid', title: 'a' }, call),
    );
    await expect(wrong).rejects.toThrow('invalid note.v1: id');
  });
});
