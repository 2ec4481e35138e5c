/** Tells one waiter that something happened, however often it did. */
export class Wakeup {
  #pending = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;

  /** Ends the wait, or the next one. */
  notify(): void {
    this.#pending = true;
    this.#wake();
  }

  /** Lets this and every later wait fail. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  /** Waits for a notification since the last wait, or until the time is over. @throws the error given to `fail` */
  async next(timeoutMs: number): Promise<void> {
    if (!this.#pending && !this.#failure) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#pending = false;
    if (this.#failure) throw this.#failure.error;
  }
}
