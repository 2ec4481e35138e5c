/** Remembers the names that were met last. */
export class KnownNames {
  readonly #names = new Set<string>();

  /** @param limit how many, at 200 bytes each or so. */
  constructor(private readonly limit: number) {}

  /** Whether the name is remembered; then it is for longer. */
  has(name: string): boolean {
    // A set keeps the order of insertion: the newest use goes to its end.
    if (!this.#names.delete(name)) return false;
    this.#names.add(name);
    return true;
  }

  add(name: string): void {
    this.#names.delete(name);
    this.#names.add(name);
    if (this.#names.size <= this.limit) return;
    for (const oldest of this.#names) {
      this.#names.delete(oldest);
      return;
    }
  }
}
