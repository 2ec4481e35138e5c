import { AppError } from '@earshot/errors';
import { backOffMs, settlesWithin, sleep } from '../broker/back-off.js';
import type { Logger } from '../logger.js';
import { type RetryPolicy, handlerTimeoutMs } from '../timing.js';

/** The outcome of one message. */
export type Outcome<Result> = { readonly result: Result } | { readonly fault: unknown };

/** A group and its handler. */
export interface GroupTask<Item, Result> {
  readonly items: readonly Item[];
  /** Resolves with one result for each item. If it throws, nothing of the group was committed. */
  readonly handle: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly policy: RetryPolicy;
  /** Aborts when the partition is revoked or the process stops. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Name for log lines. */
  readonly name: string;
}

/**
 * Handles a group with retries and backoff. After the last attempt each message is handled alone, so that only faulty
 * messages fail.
 *
 * @returns undefined if the signal aborted.
 */
export async function handleGroup<Item, Result>(task: GroupTask<Item, Result>): Promise<Outcome<Result>[] | undefined> {
  const { items, policy, signal, logger, name } = task;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await once(task, items)).map((result) => ({ result }));
    } catch (fault) {
      if (signal.aborted) return undefined;
      logger.warn({ lane: name, messages: items.length, attempt, err: fault }, 'handling failed');
      if (attempt >= policy.attempts && !isUnavailable(fault)) {
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
  const handling = handle(items);
  // A hanging handler is abandoned, after its time or when the signal aborts.
  if (!(await settlesWithin(handling, handlerTimeoutMs, signal))) {
    throw new Error(`the handler of ${name} took longer than ${handlerTimeoutMs} ms`);
  }
  const results = await handling;
  if (results.length !== items.length) {
    throw new Error(`the handler of ${name} returned ${results.length} results for ${items.length} messages`);
  }
  return results;
}

/** An `overloaded_error` means that a dependency is unavailable: no message is at fault, so retries do not end. */
function isUnavailable(fault: unknown): boolean {
  return fault instanceof AppError && fault.type === 'overloaded_error';
}
