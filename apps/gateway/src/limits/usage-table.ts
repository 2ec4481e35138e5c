import { Injectable } from '@nestjs/common';
import { KeyUsage } from './key-usage.js';

/** The use of every key with limits that was used within the last minute, here or at another gateway; no others are kept. */
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

  values(): IterableIterator<KeyUsage> {
    return this.#usages.values();
  }

  /** Called when something was counted here. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** The other gateways are to hear of it. */
  touch(usage: KeyUsage): void {
    this.#changed.add(usage);
    this.#onChange();
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0;
  }

  /** What was touched since this was called last. */
  takeChanged(): ReadonlySet<KeyUsage> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** Lets go of what counts no more. */
  forget(now: number): void {
    for (const [keyId, usage] of this.#usages) {
      if (usage.forget(now) && !this.#changed.has(usage)) this.#usages.delete(keyId);
    }
  }
}
