import { errorCodes } from './kafka-errors.js';
import type { Reading } from './reading.js';

/** The epoch of a fetch that names everything, and begins a session. */
const firstEpoch = 0;

/** The last one before they begin again, with 1. */
const lastEpoch = 2 ** 31 - 1;

/** What a fetch says of its session. */
export interface SessionFetch {
  readonly id: number;
  readonly epoch: number;
  /** What the broker does not know yet. */
  readonly named: readonly Reading[];
}

/**
 * What a broker knows of a reader that fetches again and again on one connection: all partitions with their offsets, so that a fetch names only
 * those that changed, and an answer those that something came of (KIP-227). A fetch of many partitions of which few have records is as cheap as
 * one of those few.
 */
export class FetchSession {
  /** 0 while the broker keeps none. */
  #id = 0;
  #epoch = firstEpoch;
  #known = new Map<Reading, number>();

  /** The next fetch of these partitions. To be sent, and its answer {@link take}n, before another is asked for. */
  next(readings: readonly Reading[]): SessionFetch {
    const isSame = readings.length === this.#known.size && readings.every((reading) => this.#known.has(reading));
    if (!isSame) {
      // Under the id of the session before, which is over with that.
      this.#epoch = firstEpoch;
      this.#known = new Map();
    }
    const named = readings.filter((reading) => this.#known.get(reading) !== reading.fetchOffset);
    for (const reading of named) this.#known.set(reading, reading.fetchOffset);
    return { id: this.#id, epoch: this.#epoch, named };
  }

  /** @returns whether the broker had the session; if not, the next fetch begins another. */
  take({ errorCode, sessionId }: { readonly errorCode: number; readonly sessionId: number }): boolean {
    const isUnknown = errorCode === errorCodes.unknownFetchSession || errorCode === errorCodes.invalidFetchSessionEpoch;
    this.#id = isUnknown ? 0 : sessionId;
    if (this.#id === 0) this.#known = new Map();
    else this.#epoch = this.#epoch === lastEpoch ? 1 : this.#epoch + 1;
    return !isUnknown;
  }
}
