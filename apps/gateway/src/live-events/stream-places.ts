import { maxStreams, maxStreamsOfKey, maxStreamsOfProject } from './live-event-limits.js';
import { streamsFull, tooManyStreams } from './live-events.errors.js';

/** Counts the open event streams of this process, by project and by API key. */
export class StreamPlaces {
  readonly #byProject = new Map<string, number>();
  readonly #byKey = new Map<string | null, number>();
  #count = 0;

  /** The number of open streams. */
  get count(): number {
    return this.#count;
  }

  /**
   * Counts one more stream until the returned function is called.
   *
   * @param keyId null: `EARSHOT_ADMIN_KEY`.
   * @throws AppError `event_streams_exceeded`, `queue_full`
   */
  take(projectId: string, keyId: string | null): () => void {
    if ((this.#byKey.get(keyId) ?? 0) >= maxStreamsOfKey) throw tooManyStreams('API key', maxStreamsOfKey);
    if ((this.#byProject.get(projectId) ?? 0) >= maxStreamsOfProject)
      throw tooManyStreams('project', maxStreamsOfProject);
    if (this.#count >= maxStreams) throw streamsFull();
    this.#count += 1;
    add(this.#byProject, projectId, 1);
    add(this.#byKey, keyId, 1);
    return () => {
      this.#count -= 1;
      add(this.#byProject, projectId, -1);
      add(this.#byKey, keyId, -1);
    };
  }
}

function add<K>(counts: Map<K, number>, key: K, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
