import { setMaxListeners } from 'node:events';
import type { Place, WaitingRoom } from './waiting-room.js';

/** One request on its way through the engine. */
export class RequestRun {
  readonly place: Place;
  private readonly controller = new AbortController();

  /** @param tenant whose request it is. @param onAbort ends the wait of whoever asked. */
  constructor(
    waitingRoom: WaitingRoom,
    tenant: string,
    private readonly onAbort: () => void,
  ) {
    this.place = waitingRoom.place(tenant);
    // One for each choice or text of the request, and those have limits: no leak that Node would have to warn of.
    setMaxListeners(0, this.controller.signal);
  }

  /** Aborts when there is nothing more to work for. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Nobody waits for the outcome any more. */
  abort(): void {
    this.onAbort();
    this.stop();
  }

  /** A part of the request failed: the other parts are given up. */
  stop(): void {
    this.controller.abort();
  }

  /** Aborts when a signal does. @returns what ends the bond with it. */
  abortWith(signal: AbortSignal): () => void {
    const abort = () => this.abort();
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    return () => signal.removeEventListener('abort', abort);
  }
}
