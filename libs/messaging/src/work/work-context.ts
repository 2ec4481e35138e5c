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
   * undefined: send more. Otherwise the caller is slow, or one frame's worth waits to be sent: resolves when that is over, or when nobody waits any
   * more. A handler that does not wait for it fails once 8 MiB wait.
   */
  readonly paused: Promise<void> | undefined;
  /** ms since 1970. */
  readonly deadlineAt: number;
  /** By state topic: how much of it the caller had seen. */
  readonly observed: Readonly<Record<string, number>>;
}
