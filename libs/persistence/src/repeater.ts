/** How a {@link Repeater} goes about it. */
export interface RepeaterOptions {
  /** From the end of one time to the next. */
  readonly intervalMs: number;
  /** The same after a time that failed; as otherwise unless told. */
  readonly retryAfterMs?: number;
  /** Told what the task throws; the task is done again all the same. */
  readonly onError: (error: unknown) => void;
}

/** Does something again and again: a fixed time after it was last done, or as soon as it is woken; never twice at once. */
export class Repeater {
  readonly #task: (signal: AbortSignal) => Promise<void>;
  readonly #intervalMs: number;
  readonly #retryAfterMs: number;
  readonly #onError: (error: unknown) => void;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #woken = false;

  constructor(
    task: (signal: AbortSignal) => Promise<void>,
    { intervalMs, retryAfterMs = intervalMs, onError }: RepeaterOptions,
  ) {
    this.#task = task;
    this.#intervalMs = intervalMs;
    this.#retryAfterMs = retryAfterMs;
    this.#onError = onError;
  }

  start(): void {
    this.#startAfter(this.#intervalMs);
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

  #startAfter(delayMs: number): void {
    this.#timer = setTimeout(() => this.#run(), delayMs);
  }

  #run(): void {
    clearTimeout(this.#timer);
    this.#running = this.#once();
  }

  async #once(): Promise<void> {
    this.#woken = false;
    let nextAfterMs = this.#intervalMs;
    try {
      await this.#task(this.#stopping.signal);
    } catch (error) {
      this.#onError(error);
      nextAfterMs = this.#retryAfterMs;
    }
    this.#running = undefined;
    if (this.#stopping.signal.aborted) return;
    if (this.#woken) this.#run();
    else this.#startAfter(nextAfterMs);
  }
}
