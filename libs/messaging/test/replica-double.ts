import type { ChangeListener, StateReplica } from '@earshot/messaging';

type Replica<V> = Pick<StateReplica<V>, 'get' | 'values' | 'onChange' | 'fence' | 'waitForPosition' | 'ready'>;

/**
 * A replica whose topic is a list: what is published is applied at once, or, when it lags, behind a fence or a
 * position.
 */
export class ReplicaDouble<V extends { id: string }> implements Replica<V> {
  readonly ready = Promise.resolve();
  /** Whether what is published waits to be asked for. */
  lags = false;
  fences = 0;
  readonly #values = new Map<string, V>();
  readonly #listeners: ChangeListener<V>[] = [];
  #topic: { key: string; value: V | undefined }[] = [];
  #position = 0;

  /** The replica as those take it that are to be tested. */
  get asReplica(): StateReplica<V> {
    return this as unknown as StateReplica<V>;
  }

  publish(value: V): void {
    this.#append(value.id, value);
  }

  remove(id: string): void {
    this.#append(id, undefined);
  }

  /** The offset after the last record. */
  get end(): number {
    return this.#topic.length;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  values(): IterableIterator<V> {
    return this.#values.values();
  }

  onChange(listener: ChangeListener<V>): void {
    this.#listeners.push(listener);
  }

  async fence(): Promise<void> {
    this.fences += 1;
    this.#apply();
  }

  waitForPosition(position: number): Promise<void> | void {
    if (this.#position >= position) return undefined;
    return Promise.resolve().then(() => this.#apply());
  }

  #append(key: string, value: V | undefined): void {
    this.#topic.push({ key, value });
    if (!this.lags) this.#apply();
  }

  #apply(): void {
    for (const { key, value } of this.#topic.slice(this.#position)) {
      const previous = this.#values.get(key);
      if (value === undefined) this.#values.delete(key);
      else this.#values.set(key, value);
      for (const listener of this.#listeners) listener(key, value, previous);
    }
    this.#position = this.#topic.length;
  }
}
