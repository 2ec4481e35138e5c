import { overloaded } from '@earshot/errors';
import { FairShare } from '../limits/fair-share.js';

/** The chats that this process works on: bounded, shared fairly among projects, and waited for when it stops. */
export class RunningChats {
  readonly #share: FairShare;
  #onIdle: (() => void)[] = [];

  /** @param limit running and waiting together. */
  constructor(limit: number) {
    this.#share = new FairShare(limit);
  }

  /** Runs one more of the project's. @throws AppError `queue_full` */
  async run(project: string, chat: () => Promise<void>): Promise<void> {
    if (!this.#share.tryTake(project)) {
      throw overloaded('queue_full', 'Too many requests are waiting for an answer. Retry the request.', 1);
    }
    try {
      await chat();
    } finally {
      this.#share.give(project);
      if (this.#share.taken === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
    }
  }

  /** Resolves once none runs, or when the time is over. @returns how many still run */
  async idle(timeoutMs: number): Promise<number> {
    if (this.#share.taken === 0) return 0;
    const timer = { handle: undefined as NodeJS.Timeout | undefined };
    await new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
      timer.handle = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer.handle);
    return this.#share.taken;
  }
}
