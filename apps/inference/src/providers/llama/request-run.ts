import { setMaxListeners } from 'node:events';
import type { FairShare } from '../../limits/fair-share.js';
import { QueueSlot } from '../../limits/queue-slot.js';

/** One request on its way through the engine. */
export class RequestRun {
  readonly queueSlot: QueueSlot;
  readonly #controller = new AbortController();

  /** @param onAbort ends the caller's wait. */
  constructor(
    waiting: FairShare,
    project: string,
    private readonly onAbort: () => void,
  ) {
    this.queueSlot = new QueueSlot(waiting, project);
    // One listener for each choice or text, which are bounded: no leak to warn of.
    setMaxListeners(0, this.#controller.signal);
  }

  /** Aborts when there is nothing more to work for. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(): void {
    this.onAbort();
    this.stop();
  }

  /** A part of the request failed: the other parts are given up. */
  stop(): void {
    this.#controller.abort();
  }

  /** Aborts when a signal does. @returns what ends the bond with it. */
  abortWith(signal: AbortSignal): () => void {
    const abort = () => this.abort();
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    return () => signal.removeEventListener('abort', abort);
  }
}
