import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { columnLists, columnsOf, inTransaction, insertRows, rowsOf } from '@earshot/persistence';
import { v7 } from 'uuid';
import { NoteEntity, openNotes } from './notes.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const columns = { id: 'uuid', title: 'text', created_at: 'timestamptz' };
const created_at = '2026-01-02T03:04:05.678Z';
let notes: Awaited<ReturnType<typeof openNotes>>;

beforeAll(async () => {
  notes = await openNotes();
});

afterAll(async () => notes.close());

it('inserts rows by column name and reads them back unchanged', async () => {
  const rows = ['one', `'two'; {3}`].map((title) => ({ id: v7(), title, created_at }));
  const last = { id: v7(), title: 'last', created_at };
  const again = [{ ...rows[0], title: 'another' }] as typeof rows;
  await inTransaction(notes.dataSource, async (tx) => {
    await insertRows(tx, 'notes', columns, rows);
    await insertRows(tx, 'notes', columns, again, 'on conflict (id) do nothing');
    await insertRows(tx, 'notes', columns, []);
    await insertRows(tx, 'notes', columnsOf(tx, NoteEntity), [last]);
  });
  expect(await notes.dataSource.manager.find(NoteEntity, { order: { id: 'asc' } })).toEqual([...rows, last]);
});

it('joins given rows by any of their fields', async () => {
  const given = [{ title: 'one' }, { title: 'three' }];
  const sql = `select given.title from notes join ${rowsOf({ title: 'text' })} using (title)`;
  expect(await notes.dataSource.query(sql, columnLists({ title: 'text' }, given))).toEqual([{ title: 'one' }]);
});
