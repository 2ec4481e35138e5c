/** A text that grows, with the part of it that was not emitted yet. */
export class GrowingText {
  /** All of it. */
  text = '';
  #pending = '';

  get hasPending(): boolean {
    return this.#pending !== '';
  }

  add(text: string): void {
    this.text += text;
    this.#pending += text;
  }

  /** Returns the next part and marks it as emitted. @param maxLength in UTF-16 units. */
  next(maxLength: number): string {
    const next = head(this.#pending, maxLength);
    this.#pending = this.#pending.slice(next.length);
    return next;
  }
}

/** The beginning of a text, never a part of a code point. */
export function head(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  return (cut.charCodeAt(cut.length - 1) & 0xfc00) === 0xd800 ? cut.slice(0, -1) : cut;
}
