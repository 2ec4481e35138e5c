import { toUSVString } from 'node:util';

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** Keeps code points whole where servers cut texts inside a surrogate pair. A lone half becomes U+FFFD. */
export class CodePointGuard {
  #half = '';

  /** The text that is complete; half a pair at its end waits for the next text. */
  push(text: string): string {
    let whole = this.#half === '' ? text : this.#half + text;
    this.#half = '';
    if (isHighSurrogate(whole.charCodeAt(whole.length - 1))) {
      this.#half = whole.slice(-1);
      whole = whole.slice(0, -1);
    }
    return toUSVString(whole);
  }

  end(): string {
    const rest = toUSVString(this.#half);
    this.#half = '';
    return rest;
  }
}
