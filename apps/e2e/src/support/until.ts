import { setTimeout as sleep } from 'node:timers/promises';

/** Results on which {@link until} polls again. */
type Pending = false | null | undefined;

/**
 * Polls until there is a result.
 *
 * @throws Error after `timeoutMs`.
 */
export async function until<T>(
  poll: () => T | Pending | Promise<T | Pending>,
  timeoutMs: number,
  intervalMs = 200,
): Promise<T> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(intervalMs)) {
    const result = await poll();
    if (result !== false && result !== null && result !== undefined) return result;
  }
  throw new Error(`no result of ${poll.toString()} within ${timeoutMs} ms`);
}
