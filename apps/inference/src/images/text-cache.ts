/** Remembers the texts that were used last, by name. */
export class TextCache {
  readonly #texts = new Map<string, string>();
  #length = 0;

  /** @param maxLength of all texts together; one that alone is longer is not remembered. */
  constructor(private readonly maxLength: number) {}

  get(name: string): string | undefined {
    const text = this.#texts.get(name);
    if (text === undefined) return undefined;
    // A map keeps the order of insertion: the newest use goes to its end.
    this.#texts.delete(name);
    this.#texts.set(name, text);
    return text;
  }

  set(name: string, text: string): void {
    this.#forget(name);
    if (text.length > this.maxLength) return;
    this.#texts.set(name, text);
    this.#length += text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#length <= this.maxLength) return;
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    this.#length -= this.#texts.get(name)?.length ?? 0;
    this.#texts.delete(name);
  }
}
