import type { CallContext } from '@earshot/contracts-core';
import type { WorkFlow } from './work-flow.js';

/** How a piece of work is asked for. */
export interface WorkOptions {
  readonly call: CallContext;
  readonly deadlineMs: number;
  /** How long to wait for a worker that takes it, where that is less than the deadline; 15 s unless told otherwise. */
  readonly acceptWithinMs?: number;
  /** By state topic: how much of it the caller has seen, so that the worker can be as far. */
  readonly observed?: Readonly<Record<string, number>>;
  /**
   * Chunks are handed on together, at the end: until then nothing of them was seen, and a worker that dies costs a delay. When the first one is
   * there, an empty array says so. Not for work with effects, which must not be begun anew once it has begun.
   */
  readonly whole?: boolean;
  /** By which the caller holds up the work when chunks come faster than it can take them. */
  readonly flow?: WorkFlow;
}
