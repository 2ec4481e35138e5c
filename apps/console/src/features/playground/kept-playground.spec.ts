import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import type { KeptPlayground as Kept } from './kept-playground.js';
import type { Opened } from './opened.js';
import { noSettings } from './settings.js';

// The client reads the origin of its page.
const page = Object.assign(new EventTarget(), { location: { origin: 'http://127.0.0.1' }, sessionStorage: {} });
Object.assign(globalThis, { window: page });
const { KeptPlayground, keptPlaygroundQuery } = await import('./kept-playground.js');

const turn = (id: string) => ({ id, messages: [], answers: [], judgement: null, isRecorded: true });
/** The storage of a tab: entries are its own fields, as a browser has them. */
function newStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      this[name] = value;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  };
  return Object.create(methods) as Storage;
}

const opened = (id: string): Opened => ({
  turns: [turn(id)],
  settings: { ...noSettings, user: id },
  model: null,
  notes: [],
});
const ids = (kept: Kept) => kept.conversation.current().turns.map(({ id }) => id);

/** A playground in which an interaction is open. */
function withOpened(id: string): Kept {
  const kept = new KeptPlayground();
  kept.enter({ from: id }, opened(id));
  return kept;
}

describe('KeptPlayground', () => {
  it.each([
    { address: 'the same one', search: { from: 'a' } },
    { address: 'one without an interaction', search: {} },
  ])('goes on at $address', ({ search }) => {
    const kept = withOpened('a');
    kept.conversation.open([turn('more')]);
    kept.enter(search, opened('a'));
    expect(ids(kept)).toEqual(['more']);
  });

  it('opens another interaction with its settings, and has the former conversation as the previous one', () => {
    const kept = withOpened('a');
    kept.enter({ from: 'b' }, opened('b'));
    expect(ids(kept)).toEqual(['b']);
    expect(kept.entered().settings.user).toBe('b');
    expect(kept.conversation.current().previous).toMatchObject([{ id: 'a' }]);
  });

  it('begins a new conversation for a link with other models', () => {
    const kept = withOpened('a');
    kept.enter({ models: 'large,small' }, opened(''));
    expect(ids(kept)).toEqual([]);
    kept.conversation.open([turn('asked')]);
    kept.enter({ models: 'large,small' }, opened(''));
    expect(ids(kept)).toEqual(['asked']);
  });
});

describe('keptPlaygroundQuery', () => {
  beforeEach(() => {
    page.sessionStorage = newStorage();
  });

  it('returns what was there before a reload, to the same key and project alone', async () => {
    const queries = new QueryClient();
    const kept = await queries.fetchQuery(keptPlaygroundQuery('p', 'k'));
    kept.enter({ models: 'a,b' }, opened(''));
    kept.begin([turn('asked')], ['note']);
    kept.change(({ settings }) => ({ settings: { ...settings, user: 'u' }, draft: { text: 'more', images: [] } }));
    page.dispatchEvent(new Event('pagehide'));
    const read = (project: string, key: string | null) =>
      new QueryClient().fetchQuery(keptPlaygroundQuery(project, key));
    expect((await read('other', 'k')).isUsed).toBe(false);
    const again = await read('p', 'k');
    again.enter({ models: 'a,b' }, opened(''));
    expect(ids(again)).toEqual(['asked']);
    expect(again).toMatchObject({ notes: ['note'] });
    expect(again.entered()).toMatchObject({ settings: { user: 'u' }, draft: { text: 'more' } });
    expect((await read('p', null)).isUsed).toBe(false);
    expect((await read('p', 'k')).isUsed).toBe(false);
    queries.clear();
  });

  it('keeps nothing of a playground that the end of the session removed', async () => {
    const queries = new QueryClient();
    (await queries.fetchQuery(keptPlaygroundQuery('p', 'k'))).begin([turn('asked')]);
    queries.clear();
    page.dispatchEvent(new Event('pagehide'));
    expect(Object.keys(page.sessionStorage)).toEqual([]);
  });

  it('returns one playground for each key, which is gone after the end of the session', async () => {
    const queries = new QueryClient();
    const kept = await queries.fetchQuery(keptPlaygroundQuery('p', 'k'));
    expect(await queries.fetchQuery(keptPlaygroundQuery('p', 'k'))).toBe(kept);
    expect(await queries.fetchQuery(keptPlaygroundQuery('p', 'other'))).not.toBe(kept);
    queries.clear();
    expect(await queries.fetchQuery(keptPlaygroundQuery('p', 'k'))).not.toBe(kept);
    queries.clear();
  });
});
