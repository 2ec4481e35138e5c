/** Something made when it is first asked for; after a failure it is made anew. */
export class Lazy<T> {
  private making: Promise<T> | null = null;
  private made = false;

  constructor(private readonly make: () => Promise<T>) {}

  /** true when {@link get} waits for nothing. */
  get isThere(): boolean {
    return this.made;
  }

  /** @throws what making it throws. */
  get(): Promise<T> {
    this.making ??= this.make().then(
      (thing) => {
        this.made = true;
        return thing;
      },
      (error: unknown) => {
        this.making = null;
        throw error;
      },
    );
    return this.making;
  }

  /** Only if it was made. */
  async whenMade(use: (thing: T) => Promise<void>): Promise<void> {
    if (this.made && this.making !== null) await use(await this.making);
  }
}
