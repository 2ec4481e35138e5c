/** Does something again and again: a fixed time after it was last done, never twice at once. */
export class Repeater {
  readonly #task: (signal: AbortSignal) => Promise<void>;
  readonly #intervalMs: number;
  readonly #onError: (error: unknown) => void;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  /** @param onError told what the task throws; the task is done again all the same. */
  constructor(
    task: (signal: AbortSignal) => Promise<void>,
    { intervalMs, onError }: { intervalMs: number; onError: (error: unknown) => void },
  ) {
    this.#task = task;
    this.#intervalMs = intervalMs;
    this.#onError = onError;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#once();
    }, this.#intervalMs);
  }

  /** Tells the task by its signal, and waits for it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #once(): Promise<void> {
    try {
      await this.#task(this.#stopping.signal);
    } catch (error) {
      this.#onError(error);
    }
    if (!this.#stopping.signal.aborted) this.start();
  }
}
