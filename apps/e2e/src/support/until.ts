import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until something holds, and checks it at intervals.
 *
 * @throws Error after `timeoutMs`.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  timeoutMs: number,
  intervalMs = 200,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; !(await holds()); await sleep(intervalMs)) {
    if (Date.now() > end) throw new Error(`did not hold within ${timeoutMs} ms`);
  }
}
