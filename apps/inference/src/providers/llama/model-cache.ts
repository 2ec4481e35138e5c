import { modelsBusy } from './llama-errors.js';
import type { LoadedModel } from './loaded-model.js';
import type { RequestRun } from './request-run.js';

interface Entry {
  loading: Promise<LoadedModel>;
  loaded: boolean;
  users: number;
}

/** What the cache needs of its surroundings. */
export interface ModelLoader {
  load(modelFile: string): Promise<LoadedModel>;
  onCloseFailed(modelFile: string, error: unknown): void;
}

/** The models in memory: each is loaded once, and the least recently used is closed for a new one. */
export class ModelCache {
  /** In the order of last use. */
  readonly #entries = new Map<string, Entry>();
  /** Pending closings; a new model loads after them, so that memory is free. Never rejects. */
  #closing: Promise<void> = Promise.resolve();

  constructor(
    private readonly limit: number,
    private readonly loader: ModelLoader,
  ) {}

  /** Runs `use` with a model, loaded if needed. @throws AppError of loading, `queue_full`; the reason of an abort. */
  async with<T>(modelFile: string, run: RequestRun, use: (model: LoadedModel) => Promise<T>): Promise<T> {
    const entry = this.#entries.get(modelFile) ?? this.#add(modelFile);
    this.#entries.delete(modelFile);
    this.#entries.set(modelFile, entry);
    entry.users += 1;
    try {
      const model = await this.#loaded(entry, run);
      run.signal.throwIfAborted();
      return await use(model);
    } finally {
      entry.users -= 1;
    }
  }

  /** Closes all models. Nothing may be in use. */
  async close(): Promise<void> {
    for (const [modelFile, entry] of [...this.#entries]) this.#remove(modelFile, entry);
    await this.#closing;
  }

  async #loaded({ loading, loaded }: Entry, { queueSlot, signal }: RequestRun): Promise<LoadedModel> {
    return loaded ? loading : queueSlot.during(loading, signal);
  }

  #add(modelFile: string): Entry {
    if (this.#entries.size >= this.limit) this.#evict();
    const loading = this.#closing.then(() => this.loader.load(modelFile));
    const entry: Entry = { loading, loaded: false, users: 0 };
    loading.then(
      () => {
        entry.loaded = true;
      },
      () => {
        // Waiting requests get the error; the next request loads again.
        if (this.#entries.get(modelFile) === entry) this.#entries.delete(modelFile);
      },
    );
    return entry;
  }

  #evict(): void {
    for (const [modelFile, entry] of this.#entries) {
      if (entry.users === 0) return this.#remove(modelFile, entry);
    }
    throw modelsBusy(this.#entries.size);
  }

  #remove(modelFile: string, entry: Entry): void {
    this.#entries.delete(modelFile);
    const before = this.#closing;
    this.#closing = (async () => {
      await before;
      try {
        await (await entry.loading).dispose();
      } catch (error) {
        this.loader.onCloseFailed(modelFile, error);
      }
    })();
  }
}
