import { overloaded } from '@earshot/errors';

/** Memory limit of all loaded prompts, in bytes: two of the largest, or many usual ones. */
const maxLoadedBytes = 512 * 1_048_576;

/** Counts the memory of loaded prompts: a request is small on the lane, but may refer to large objects. */
export class LoadedPrompts {
  #bytes = 0;

  constructor(private readonly limitBytes = maxLoadedBytes) {}

  /** What one prompt loads, nothing yet. */
  begin(): LoadedPrompt {
    let own = 0;
    return {
      add: (bytes) => {
        if (this.#bytes + bytes > this.limitBytes) {
          throw overloaded('queue_full', 'Too many large requests are in progress. Retry the request.', 1);
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
  free(): void;
}
