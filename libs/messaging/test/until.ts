import { setTimeout as sleep } from 'node:timers/promises';

/** Results on which {@link until} polls again. */
type Pending = false | null | undefined;

const intervalMs = 20;
const defaultTimeoutMs = 20_000;

/**
 * Polls until there is a result: any value but false, null and undefined.
 *
 * @param what names the awaited event in the error
 * @throws Error after `timeoutMs`
 */
export async function until<T>(
  poll: () => T | Pending | Promise<T | Pending>,
  what: string = poll.toString(),
  timeoutMs: number = defaultTimeoutMs,
): Promise<T> {
  const deadlineAt = Date.now() + timeoutMs;
  for (;;) {
    const result = await poll();
    if (result !== false && result !== null && result !== undefined) return result;
    if (Date.now() > deadlineAt) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await sleep(intervalMs);
  }
}

/**
 * Retries an assertion until it passes.
 *
 * @throws its last error after `timeoutMs`
 */
export async function waitFor<T>(assertion: () => T | Promise<T>, timeoutMs: number = defaultTimeoutMs): Promise<T> {
  const deadlineAt = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > deadlineAt) throw error;
      await sleep(intervalMs);
    }
  }
}
