import { queryOptions } from '@tanstack/react-query';
import type { AttachedImage, Turn } from './conversation.js';
import { ConversationStore } from './conversation-store.js';
import type { Opened } from './opened.js';
import type { SavedPlayground } from './saved-playground.js';
import { SavedStorage } from './saved-storage.js';
import type { PlaygroundSearch } from './search.js';
import { noSettings, type Settings } from './settings.js';

/** A message that is not sent yet. */
export interface Draft {
  readonly text: string;
  readonly images: readonly AttachedImage[];
}

/** Nothing written. */
export const noDraft: Draft = { text: '', images: [] };

/** What is entered besides the messages that were sent. */
export interface Entered {
  readonly settings: Settings;
  readonly draft: Draft;
}

/** What the playground of a project holds while other views are shown. */
export class KeptPlayground {
  readonly conversation = new ConversationStore();
  readonly #listeners = new Set<() => void>();
  #entered: Entered = { settings: noSettings, draft: noDraft };
  #search: PlaygroundSearch = {};
  #notes: readonly string[] = [];

  constructor(saved: SavedPlayground | null = null) {
    if (saved === null) return;
    this.begin(saved.turns, saved.notes);
    this.#entered = saved.entered;
    this.#search = saved.search;
  }

  /** What a reload keeps; null for nothing. */
  get saved(): SavedPlayground | null {
    const { turns } = this.conversation.current();
    return this.isUsed ? { turns, entered: this.#entered, search: this.#search, notes: this.#notes } : null;
  }

  /** Notifies of changes of what is entered. Returns the function that stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is entered now: the same object until it changes. */
  readonly entered = (): Entered => this.#entered;

  readonly change = (make: (before: Entered) => Partial<Entered>): void => {
    this.#entered = { ...this.#entered, ...make(this.#entered) };
    for (const listener of this.#listeners) listener();
  };

  /** What could not be taken from the opened interaction. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** What the address of the view had last. */
  get search(): PlaygroundSearch {
    return this.#search;
  }

  /**
   * Goes on with the conversation, unless the address opens an interaction or names models, other than before: these
   * begin one, and the former becomes the previous one.
   */
  enter(search: PlaygroundSearch, opened: Opened): void {
    const { from, models } = this.#search;
    this.#search = search;
    if (search.from !== undefined && search.from !== from) {
      this.begin(opened.turns, opened.notes);
      this.change(() => ({ settings: opened.settings }));
    } else if (search.models !== undefined && search.models !== models) this.begin([]);
  }

  /** Replaces the conversation, which becomes the previous one. */
  begin(turns: readonly Turn[], notes: readonly string[] = []): void {
    this.#notes = notes;
    this.conversation.open(turns);
  }

  /** The address of the view has changed. */
  showing(search: PlaygroundSearch): void {
    this.#search = search;
  }

  /** Whether there is a conversation, or the beginning of one, to come back to. */
  get isUsed(): boolean {
    const { text, images } = this.#entered.draft;
    return this.conversation.current().turns.length > 0 || text !== '' || images.length > 0;
  }
}

/**
 * The playground of a project. It lives as long as the tab, over reloads too; the end of the session removes it, and
 * stops its streams.
 *
 * @param key id of the key that is signed in: others do not see it
 */
export function keptPlaygroundQuery(project: string, key: string | null) {
  return queryOptions({
    queryKey: ['playground', project, 'kept', key],
    queryFn: ({ client }) => {
      const storage = new SavedStorage(window.sessionStorage, project, key);
      const kept = new KeptPlayground(storage.read());
      const save = () => storage.write(kept.saved);
      window.addEventListener('pagehide', save);
      const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'removed' || query.state.data !== kept) return;
        kept.conversation.stop();
        window.removeEventListener('pagehide', save);
        unsubscribe();
      });
      return kept;
    },
    staleTime: 'static',
    gcTime: Infinity,
    structuralSharing: false,
  });
}
