import { overloaded } from '@earshot/errors';

/** The chats that this process works on: bounded, and waited for when it stops. */
export class RunningChats {
  #count = 0;
  #onIdle: (() => void)[] = [];

  /** @param limit running and waiting together. */
  constructor(private readonly limit: number) {}

  /** Runs one more. @throws AppError `queue_full` */
  async run(chat: () => Promise<void>): Promise<void> {
    if (this.#count >= this.limit) {
      throw overloaded('queue_full', 'Too many requests wait for an answer. Try again in a moment.', 1);
    }
    this.#count += 1;
    try {
      await chat();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
    }
  }

  /** Resolves once none runs, or when the time is over. @returns how many still run */
  async idle(timeoutMs: number): Promise<number> {
    if (this.#count === 0) return 0;
    const timer = { handle: undefined as NodeJS.Timeout | undefined };
    await new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
      timer.handle = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer.handle);
    return this.#count;
  }
}
