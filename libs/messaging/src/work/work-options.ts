import type { CallContext } from '@earshot/contracts-core';

/** Options of one work request. */
export interface WorkOptions {
  readonly call: CallContext;
  readonly deadlineMs: number;
  /** How long to wait for a worker to accept the request, at most the deadline; default 15 s. */
  readonly acceptTimeoutMs?: number;
  /** Replica positions of the caller, by state topic. The worker can wait until its own replicas are as far. */
  readonly observed?: Readonly<Record<string, number>>;
  /**
   * Emits all chunks together at the end, so that another worker can start again after a lost one. The first chunk of
   * the worker is announced by an empty array. Not for work with side effects.
   */
  readonly buffered?: boolean;
  /** Backpressure: pauses the worker while the caller is slower than the chunks. */
  readonly flow?: WorkFlowControl;
}

/**
 * Backpressure from a caller that cannot take chunks as fast as they arrive. Nothing is lost: the worker sends less.
 */
export class WorkFlowControl {
  #isPaused = false;
  #listener: ((paused: boolean) => void) | undefined;

  /** Asks the worker to send no more chunks until {@link resume}; chunks that were sent already still arrive. */
  pause(): void {
    this.#set(true);
  }

  /** Lets the worker send again. */
  resume(): void {
    this.#set(false);
  }

  /** Called by the lane: `listener` receives every change. */
  attach(listener: (paused: boolean) => void): void {
    this.#listener = listener;
  }

  #set(paused: boolean): void {
    if (paused === this.#isPaused) return;
    this.#isPaused = paused;
    this.#listener?.(paused);
  }
}
