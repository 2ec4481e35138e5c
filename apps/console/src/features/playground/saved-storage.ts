import { readSaved, savedText, type SavedPlayground } from './saved-playground.js';

const prefix = 'earshot-playground:';

/** Keeps the playground of a project over a reload of the tab, for one key. */
export class SavedStorage {
  readonly #owned: string;
  readonly #name: string;

  /** @param key id of the key that is signed in; null for the administrator's key of the environment */
  constructor(
    private readonly storage: Storage,
    project: string,
    key: string | null,
  ) {
    this.#owned = `${prefix}${key ?? 'environment'}:`;
    this.#name = this.#owned + project;
  }

  /** Returns what was kept, or null, and removes what other keys left. */
  read(): SavedPlayground | null {
    for (const name of Object.keys(this.storage))
      if (name.startsWith(prefix) && !name.startsWith(this.#owned)) this.storage.removeItem(name);
    const text = this.storage.getItem(this.#name);
    return text === null ? null : readSaved(text);
  }

  /** Keeps this instead of what was kept before; null, or more than fits, leaves nothing. */
  write(saved: SavedPlayground | null): void {
    const text = saved === null ? null : savedText(saved);
    // An old state would be worse than none.
    this.storage.removeItem(this.#name);
    if (text === null) return;
    try {
      this.storage.setItem(this.#name, text);
    } catch (error) {
      console.warn('The conversation is not kept over a reload: the storage of the tab is full.', error);
    }
  }
}
