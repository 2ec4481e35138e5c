/** Exponential backoff with jitter, up to a limit. */
export interface BackOffOptions {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** How long to wait before the next try. @param tries how many have failed so far, from 1. */
export function backOffMs({ firstMs, maxMs }: BackOffOptions, tries: number): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(tries - 1, 20));
  // Jitter on one half: processes that lost the same broker do not reconnect at the same moment.
  return full / 2 + (Math.random() * full) / 2;
}

/** Resolves after `delayMs`, or at once when the signal aborts. */
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

/**
 * Ms until the next multiple of a period of this process: timers that fire together wake an idle process once, and
 * waking it is most of their cost.
 */
export function untilTickMs(periodMs: number): number {
  return Math.ceil(periodMs - (performance.now() % periodMs));
}

/** Whether the work settles within `ms`, and before the signal aborts. */
export async function settlesWithin(work: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<boolean> {
  const over = new AbortController();
  const timedOut = sleep(ms, AbortSignal.any([over.signal, ...(signal ? [signal] : [])])).then(() => false);
  const settled = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, timedOut]);
  } finally {
    over.abort();
  }
}

/** Repeats work until it succeeds or the signal aborts. @param failed receives every error. */
export async function retryUntilDone(
  work: () => Promise<void>,
  { backOff, signal, failed }: { backOff: BackOffOptions; signal: AbortSignal; failed: (error: unknown) => void },
): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      failed(error);
      await sleep(backOffMs(backOff, attempt), signal);
    }
  }
}

/** When {@link retryWithin} repeats work. */
export interface RetryOptions {
  readonly backOff: BackOffOptions;
  /** No attempt starts later. */
  readonly deadlineMs: number;
  /** Whether an error may pass; every one unless given. */
  readonly passes?: (error: unknown) => boolean;
  /** Receives every error before another attempt. */
  readonly failed?: (error: unknown) => void;
}

/** Repeats work until it succeeds. @throws its last error after the deadline, or one that does not pass. */
export async function retryWithin<T>(
  work: () => Promise<T>,
  { backOff, deadlineMs, passes = () => true, failed }: RetryOptions,
): Promise<T> {
  const deadlineAt = performance.now() + deadlineMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const waitMs = backOffMs(backOff, attempt);
      if (!passes(error) || performance.now() + waitMs > deadlineAt) throw error;
      failed?.(error);
      await sleep(waitMs);
    }
  }
}
