import { setTimeout as sleep } from 'node:timers/promises';

/** What the look comes to, once it no longer fails. @throws what it still fails with after twenty seconds. */
export async function eventually<T>(look: () => Promise<T>): Promise<T> {
  const deadlineAt = Date.now() + 20_000;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > deadlineAt) throw error;
      await sleep(50);
    }
  }
}
