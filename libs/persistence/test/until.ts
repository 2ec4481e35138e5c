import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves once the condition holds. @throws Error when it does not within ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineAt = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadlineAt) throw new Error('what was waited for did not happen');
    await sleep(5);
  }
}
