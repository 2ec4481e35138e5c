import type { CallContext } from '@earshot/contracts-core';

/** What a handler of work knows beside the request. */
export interface WorkContext {
  /** Id of the request, the same for every attempt. */
  readonly id: string;
  readonly attempt: number;
  readonly call: CallContext;
  /** Aborts when nobody waits any more: cancelled, past its deadline, or the process stops and its grace is over. */
  readonly signal: AbortSignal;
  /**
   * While the caller can't take more, or as much waits to be sent as goes into a frame: resolves when that is over, or when nobody waits any more.
   * undefined: go on. Who goes on all the same is refused once 8 MiB wait.
   */
  readonly held: Promise<void> | undefined;
  /** ms since 1970. */
  readonly deadlineAt: number;
  /** By state topic: how much of it the caller had seen. */
  readonly observed: Readonly<Record<string, number>>;
}
