import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { now, readPage } from '@earshot/persistence';
import { v4 } from 'uuid';
import { NoteEntity, openNotes } from './notes.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

let notes: Awaited<ReturnType<typeof openNotes>>;

beforeAll(async () => {
  notes = await openNotes();
});

afterAll(async () => notes.close());

it('pages through rows of one millisecond once, oldest first, while others are added and deleted', async () => {
  const { manager } = notes.dataSource;
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 4)).toISOString();
  const rows = Array.from({ length: 23 }, (_, index) => ({ id: v4(), title: `note ${index}`, created_at: at(index) }));
  await manager.insert(NoteEntity, rows);
  const expected = [...rows].sort((a, b) => a.created_at.localeCompare(b.created_at) || (a.id < b.id ? -1 : 1));

  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query = manager.createQueryBuilder(NoteEntity, 'note').where("note.title like 'note %'");
    const page: Awaited<ReturnType<typeof readPage<NoteEntity>>> = await readPage(query, { limit: 5, cursor });
    expect(page.rows.length).toBeLessThanOrEqual(5);
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
    await manager.insert(NoteEntity, { id: v4(), title: `late ${seen.length}`, created_at: now() });
    await manager.delete(NoteEntity, { id: page.rows[0]?.id });
  } while (cursor !== null);
  expect(seen).toEqual(expected.map(({ id }) => id));
});

it('pages from the newest row to the oldest, without rows that are added meanwhile', async () => {
  const { manager } = notes.dataSource;
  const at = (index: number) => new Date(Date.UTC(2025, 0, 1) + Math.floor(index / 4)).toISOString();
  const rows = Array.from({ length: 11 }, (_, index) => ({ id: v4(), title: `old ${index}`, created_at: at(index) }));
  await manager.insert(NoteEntity, rows);
  const expected = [...rows].sort((a, b) => b.created_at.localeCompare(a.created_at) || (a.id < b.id ? 1 : -1));

  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query = manager.createQueryBuilder(NoteEntity, 'note').where("note.title like 'old %'");
    const request = { limit: 4, cursor, order: 'desc' } as const;
    const page: Awaited<ReturnType<typeof readPage<NoteEntity>>> = await readPage(query, request);
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
    await manager.insert(NoteEntity, { id: v4(), title: `old, late ${seen.length}`, created_at: now() });
  } while (cursor !== null);
  expect(seen).toEqual(expected.map(({ id }) => id));
});
