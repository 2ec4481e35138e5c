/** Does something again and again: a fixed time after it was last done, or as soon as it is woken; never twice at once. */
export class Repeater {
  readonly #task: (signal: AbortSignal) => Promise<void>;
  readonly #intervalMs: number;
  readonly #onError: (error: unknown) => void;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #woken = false;

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
    this.#timer = setTimeout(() => this.#run(), this.#intervalMs);
  }

  /** Has the task done at once, or again at once where it is being done: there is something new for it. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#running !== undefined) this.#woken = true;
    else this.#run();
  }

  /** Tells the task by its signal, and waits for it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #run(): void {
    clearTimeout(this.#timer);
    this.#running = this.#once();
  }

  async #once(): Promise<void> {
    this.#woken = false;
    try {
      await this.#task(this.#stopping.signal);
    } catch (error) {
      this.#onError(error);
    }
    this.#running = undefined;
    if (this.#stopping.signal.aborted) return;
    if (this.#woken) this.#run();
    else this.start();
  }
}
