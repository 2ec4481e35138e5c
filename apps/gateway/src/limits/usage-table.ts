import { Injectable } from '@nestjs/common';
import { KeyUsage } from './key-usage.js';

/** Usage of each key with limits that was used in the last minute, here or at another gateway. */
@Injectable()
export class UsageTable {
  readonly #usages = new Map<string, KeyUsage>();
  #changed = new Set<KeyUsage>();
  #onChange: () => void = () => undefined;

  of(keyId: string): KeyUsage {
    let usage = this.#usages.get(keyId);
    if (usage === undefined) this.#usages.set(keyId, (usage = new KeyUsage(keyId, (one) => this.touch(one))));
    return usage;
  }

  /** Returns the usage of a key; undefined if nothing counts against its limits now. */
  find(keyId: string): KeyUsage | undefined {
    return this.#usages.get(keyId);
  }

  values(): IterableIterator<KeyUsage> {
    return this.#usages.values();
  }

  /** Registers the listener for changes counted here. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Marks a usage to be reported to the other gateways. */
  touch(usage: KeyUsage): void {
    this.#changed.add(usage);
    this.#onChange();
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0;
  }

  /** Returns and clears the marked usages. */
  takeChanged(): ReadonlySet<KeyUsage> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** Drops expired usage. */
  expire(now: number): void {
    for (const [keyId, usage] of this.#usages) {
      if (usage.expire(now) && !this.#changed.has(usage)) this.#usages.delete(keyId);
    }
  }
}
