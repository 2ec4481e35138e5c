import { AppError } from '@earshot/errors';
import type { Command, CommandResult } from '@earshot/messaging';

/** Returns the result of the work, or its AppError. @throws any other error of the work. */
export async function outcome<R>(work: () => Promise<R>): Promise<CommandResult<R>> {
  try {
    return { ok: await work() };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}

/** Replaces each successful reply after the commit, one after the other. An AppError becomes the result. */
export async function replaceEach<R>(
  results: readonly CommandResult<R>[],
  replace: (reply: R, index: number) => Promise<R>,
): Promise<CommandResult<R>[]> {
  const replaced: CommandResult<R>[] = [];
  for (const [index, result] of results.entries())
    replaced.push('error' in result ? result : await outcome(() => replace(result.ok, index)));
  return replaced;
}

/** Runs reads one after the other without a transaction, for reads that wait for more than the database. */
export async function answerEach<Q, R>(
  commands: readonly Command<Q>[],
  work: (command: Command<Q>) => Promise<R>,
): Promise<CommandResult<R>[]> {
  const results: CommandResult<R>[] = [];
  for (const command of commands) results.push(await outcome(() => work(command)));
  return results;
}
