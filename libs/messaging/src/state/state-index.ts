import type { StateReplica } from './state-replica.js';

/** A second way into a replica: values by something else than their key, kept up to date with it. */
export class StateIndex<V> {
  readonly #bySecond = new Map<string, V>();

  /**
   * @param secondOf what values are found by; unique among the values of one time. While two values swap theirs the later change wins, and
   * the earlier one's removal takes nothing away from it.
   */
  constructor(
    readonly replica: StateReplica<V>,
    private readonly secondOf: (value: V) => string,
  ) {
    for (const value of replica.values()) this.#bySecond.set(secondOf(value), value);
    replica.onChange((_key, value, previous) => this.#change(value, previous));
  }

  /** The value whose second key this is, as far as the replica has read. */
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
