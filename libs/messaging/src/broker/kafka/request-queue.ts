import { createRequire } from 'node:module';

/** What is changed of kafkajs's queue of requests to one broker. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  /** ms since 1970; in the past for a broker that throttles nobody. */
  readonly throttledUntil: number;
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
const schedule = prototype.scheduleCheckPendingRequests;

/**
 * Keeps kafkajs 2.2.4 from looking a thousand times a second, on each connection, for requests that wait where none do (tulios/kafkajs#1556):
 * it looks again only while one waits, or while the broker throttles.
 */
export function restRequestQueues(): void {
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
}
