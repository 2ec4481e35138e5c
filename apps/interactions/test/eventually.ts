import { setTimeout as sleep } from 'node:timers/promises';

/** What the look gives once it gives something. @throws Error when that is not so within 20 s. */
export async function eventually<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const deadlineAt = Date.now() + 20_000;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > deadlineAt) throw new Error('what was waited for did not happen');
    await sleep(20);
  }
}
