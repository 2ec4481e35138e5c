import { setTimeout as sleep } from 'node:timers/promises';

const timeoutMs = 15_000;

/** Polls until the condition holds. @throws Error after 15 s. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineAt = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadlineAt) throw new Error(`${condition.toString()} did not hold within ${timeoutMs} ms`);
    await sleep(5);
  }
}
