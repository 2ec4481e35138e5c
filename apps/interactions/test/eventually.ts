import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until there is a result. @throws Error after 20 s. */
export async function eventually<T>(poll: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const deadlineAt = Date.now() + 20_000;
  for (;;) {
    const result = await poll();
    if (result !== undefined) return result;
    if (Date.now() > deadlineAt) throw new Error('no result within 20 s');
    await sleep(20);
  }
}
