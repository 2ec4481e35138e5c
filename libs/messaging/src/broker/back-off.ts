/** Waits that double from try to try, with jitter, up to a limit. */
export interface BackOffOptions {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** How long to wait before the next try. @param tries how many have failed so far, from 1. */
export function backOffMs({ firstMs, maxMs }: BackOffOptions, tries: number): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(tries - 1, 20));
  // Half of it by chance: processes that lost the same broker don't all come back in the same instant.
  return full / 2 + (Math.random() * full) / 2;
}

/** Resolves after so many ms, or at once when the signal aborts. */
export function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal?.addEventListener('abort', end, { once: true });
  });
}
