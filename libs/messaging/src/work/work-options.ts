import type { CallContext } from '@earshot/contracts-core';

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

/** By which a caller holds up work whose chunks it can't take as fast as they come. Nothing is lost by it: it only asks for less. */
export class WorkFlow {
  #held = false;
  #listener: ((held: boolean) => void) | undefined;

  /** Asks the worker to say no more until {@link release}; what it has said already still comes. */
  hold(): void {
    this.#set(true);
  }

  /** Lets the worker go on. */
  release(): void {
    this.#set(false);
  }

  /** Set by the lane: told of every change. */
  attach(listener: (held: boolean) => void): void {
    this.#listener = listener;
  }

  #set(held: boolean): void {
    if (held === this.#held) return;
    this.#held = held;
    this.#listener?.(held);
  }
}
