import { toUSVString } from 'node:util';

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/**
 * Keeps code points whole over a stream of texts: servers that cut their JSON strings between the two halves of a
 * surrogate pair exist. Half a pair that stays alone becomes U+FFFD.
 */
export class CodePointGuard {
  private half = '';

  /** The text that can be shown now; a half pair at its end is kept for the next one. */
  push(text: string): string {
    let whole = this.half === '' ? text : this.half + text;
    this.half = '';
    if (isHighSurrogate(whole.charCodeAt(whole.length - 1))) {
      this.half = whole.slice(-1);
      whole = whole.slice(0, -1);
    }
    return toUSVString(whole);
  }

  /** What is left at the end. */
  end(): string {
    const rest = toUSVString(this.half);
    this.half = '';
    return rest;
  }
}
