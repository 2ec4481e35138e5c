import type { StateReplica } from './state-replica.js';

/** A secondary index of a replica, updated with it. */
export class StateIndex<V> {
  readonly #bySecond = new Map<string, V>();

  /**
   * @param secondOf the secondary key of a value; unique at any one time. While two values swap theirs, the later
   * change wins, and the earlier removal does not delete it.
   */
  constructor(
    readonly replica: StateReplica<V>,
    private readonly secondOf: (value: V) => string,
  ) {
    for (const value of replica.values()) this.#bySecond.set(secondOf(value), value);
    replica.onChange((_key, value, previous) => this.#change(value, previous));
  }

  /** Finds a value by its secondary key. */
  find(second: string): V | undefined {
    return this.#bySecond.get(second);
  }

  #change(value: V | undefined, previous: V | undefined): void {
    if (previous !== undefined) {
      const second = this.secondOf(previous);
      if (this.#bySecond.get(second) === previous) this.#bySecond.delete(second);
    }
    if (value !== undefined) this.#bySecond.set(this.secondOf(value), value);
  }
}
