import { AppError } from '@earshot/errors';
import { backOffMs, sleep } from '../broker/back-off.js';
import type { Logger } from '../logger.js';
import { type RetryPolicy, handlerTimeoutMs } from '../timing.js';

/** What became of one message. */
export type Outcome<Result> = { readonly result: Result } | { readonly fault: unknown };

/** How a group is handled. */
export interface GroupTask<Item, Result> {
  readonly items: readonly Item[];
  /** Resolves with one result for each item; throwing says that nothing of the group was done for good. */
  readonly handle: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly policy: RetryPolicy;
  /** Gives up without outcome: the partition went elsewhere, or the process stops. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** For the log. */
  readonly name: string;
}

/**
 * Handles a group; after faults again, with waits in between; at last every message on its own, so that only those are
 * given up which are at fault.
 *
 * @returns undefined: given up by the signal.
 */
export async function handleGroup<Item, Result>(task: GroupTask<Item, Result>): Promise<Outcome<Result>[] | undefined> {
  const { items, policy, signal, logger, name } = task;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await once(task, items)).map((result) => ({ result }));
    } catch (fault) {
      if (signal.aborted) return undefined;
      logger.warn({ lane: name, messages: items.length, attempt, err: fault }, 'handling failed');
      if (attempt >= policy.attempts && !isAway(fault)) {
        return items.length === 1 ? [{ fault }] : await isolate(task);
      }
      await sleep(backOffMs(policy.backOff, attempt), signal);
    }
    if (signal.aborted) return undefined;
  }
}

async function isolate<Item, Result>(task: GroupTask<Item, Result>): Promise<Outcome<Result>[] | undefined> {
  const outcomes: Outcome<Result>[] = [];
  for (const item of task.items) {
    const alone = await handleGroup({ ...task, items: [item], policy: { ...task.policy, attempts: 1 } });
    const outcome = alone?.[0];
    if (outcome === undefined) return undefined;
    outcomes.push(outcome);
  }
  return outcomes;
}

async function once<Item, Result>(
  { handle, name, signal }: GroupTask<Item, Result>,
  items: readonly Item[],
): Promise<readonly Result[]> {
  const results = await withTimeout(handle(items), name, signal);
  if (results.length !== items.length) {
    throw new Error(`the handler of ${name} gave ${results.length} results for ${items.length} messages`);
  }
  return results;
}

/** A handler that hangs is not waited for: until the limit, or until its outcome does not count any more. */
async function withTimeout<T>(handling: Promise<T>, name: string, signal: AbortSignal): Promise<T> {
  const over = new AbortController();
  const late = sleep(handlerTimeoutMs, AbortSignal.any([signal, over.signal])).then((): never => {
    throw new Error(`the handler of ${name} took longer than ${handlerTimeoutMs} ms`);
  });
  try {
    return await Promise.race([handling, late]);
  } finally {
    late.catch(() => undefined); // the race is over
    over.abort();
  }
}

/** By `overloaded_error` a handler says that something it needs is away: no message is to blame, however long it takes. */
function isAway(fault: unknown): boolean {
  return fault instanceof AppError && fault.type === 'overloaded_error';
}
