import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { deleteExpiredReplies } from '../src/commands/processed-commands.js';
import { openNotes } from './notes.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

let notes: Awaited<ReturnType<typeof openNotes>>;

beforeAll(async () => {
  notes = await openNotes();
});

afterAll(async () => notes.close());

it('deletes replies after a day, not earlier, from concurrent processes', async () => {
  await notes.dataSource.query(
    `insert into inbox (command_id, fingerprint, reply, created_at)
     select gen_random_uuid(), '', '{}', now() - interval '24 hours' + interval '1 minute' * (1501 - n)
     from generate_series(1, 3000) as n`,
  );
  const { signal } = new AbortController();
  const { dataSource } = notes;
  await Promise.all([deleteExpiredReplies(dataSource, signal), deleteExpiredReplies(dataSource, signal)]);
  await deleteExpiredReplies(dataSource, signal);
  expect(await dataSource.query('select count(*)::int as kept from inbox')).toEqual([{ kept: 1500 }]);
});
