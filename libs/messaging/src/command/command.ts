import type { CallContext } from '@earshot/contracts-core';
import type { AppError } from '@earshot/errors';

/** One command as its handler gets it: validated, its id minted by the caller. */
export interface Command<Request> {
  /** uuid; the same when a command is delivered, or sent, again: rows keyed by it can't be written twice. */
  readonly id: string;
  readonly body: Request;
  readonly call: CallContext;
}

/** What became of one command: its answer, or a decided refusal. */
export type CommandResult<Reply> = { readonly ok: Reply } | { readonly error: AppError };

/**
 * A group whose commands are done for good, while those whom that concerns are still being told: the answers wait for that, what follows in
 * their partitions does not.
 */
export class Committed<Reply> {
  /** @param results one for each command, in their order; awaited by whoever is given this. */
  constructor(readonly results: Promise<readonly CommandResult<Reply>[]>) {}
}
