import { overloaded } from '@earshot/errors';

/** What large prompts have in memory at one time, in bytes as they are loaded: two of the largest, or many of the usual. */
const maxLoadedBytes = 512 * 1_048_576;

/** Counts what the prompts under way have loaded into memory: each is small on the lane, whatever it refers to. */
export class LoadedPrompts {
  #bytes = 0;

  constructor(private readonly limitBytes = maxLoadedBytes) {}

  /** What one prompt loads, nothing yet. */
  begin(): LoadedPrompt {
    let own = 0;
    return {
      add: (bytes) => {
        if (this.#bytes + bytes > this.limitBytes) {
          throw overloaded('queue_full', 'Too many large requests are under way. Try again in a moment.', 1);
        }
        this.#bytes += bytes;
        own += bytes;
      },
      free: () => {
        this.#bytes -= own;
        own = 0;
      },
    };
  }
}

/** One prompt's part of the memory. */
export interface LoadedPrompt {
  /** @throws AppError `queue_full` where it does not fit. */
  add(bytes: number): void;
  /** None of it is needed any more. */
  free(): void;
}
