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
  /** A model that was to leave the memory did not do so in good order. */
  onCloseFailed(modelFile: string, error: unknown): void;
}

/** The models in memory: each loaded once however many ask, bounded, the one unused for longest closed for a new one. */
export class ModelCache {
  /** In the order of last use. */
  private readonly entries = new Map<string, Entry>();
  /** Closings under way; a new model is loaded after them, so that memory is there. Never rejects. */
  private closing: Promise<void> = Promise.resolve();

  constructor(
    private readonly limit: number,
    private readonly loader: ModelLoader,
  ) {}

  /**
   * Runs `use` with a model, loading it first where it is not there. The model stays until `use` is done.
   *
   * @throws AppError what loading throws; `queue_full` when too many wait, or when all models in memory are in use; the reason of an
   * abort while it loads.
   */
  async with<T>(modelFile: string, run: RequestRun, use: (model: LoadedModel) => Promise<T>): Promise<T> {
    const entry = this.entries.get(modelFile) ?? this.add(modelFile);
    this.entries.delete(modelFile);
    this.entries.set(modelFile, entry);
    entry.users += 1;
    try {
      const model = await this.loaded(entry, run);
      run.signal.throwIfAborted();
      return await use(model);
    } finally {
      entry.users -= 1;
    }
  }

  /** Closes all models. Nothing may be in use. */
  async close(): Promise<void> {
    for (const [modelFile, entry] of [...this.entries]) this.remove(modelFile, entry);
    await this.closing;
  }

  private async loaded({ loading, loaded }: Entry, { place, signal }: RequestRun): Promise<LoadedModel> {
    return loaded ? loading : place.during(loading, signal);
  }

  private add(modelFile: string): Entry {
    if (this.entries.size >= this.limit) this.evict();
    const loading = this.closing.then(() => this.loader.load(modelFile));
    const entry: Entry = { loading, loaded: false, users: 0 };
    loading.then(
      () => {
        entry.loaded = true;
      },
      () => {
        // Forgotten, so that the next request tries again; those who wait for it get its error.
        if (this.entries.get(modelFile) === entry) this.entries.delete(modelFile);
      },
    );
    return entry;
  }

  private evict(): void {
    for (const [modelFile, entry] of this.entries) {
      if (entry.users === 0) return this.remove(modelFile, entry);
    }
    throw modelsBusy(this.entries.size);
  }

  private remove(modelFile: string, entry: Entry): void {
    this.entries.delete(modelFile);
    const before = this.closing;
    this.closing = (async () => {
      await before;
      try {
        await (await entry.loading).dispose();
      } catch (error) {
        this.loader.onCloseFailed(modelFile, error);
      }
    })();
  }
}
