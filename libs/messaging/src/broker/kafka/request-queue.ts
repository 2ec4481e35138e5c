import requestQueue from 'kafkajs/src/network/requestQueue/index.js';

/** The queue of requests of a connection: the parts of kafkajs' own class that are used here. */
export interface RequestQueue {
  readonly pending: readonly unknown[];
  /** When the broker accepts requests again, ms since 1970; -1 if it always did. */
  readonly throttledUntil: number;
  /** Sets a timer that looks at the queue. */
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

const prototype = requestQueue.prototype as RequestQueue;
const schedule = prototype.scheduleCheckPendingRequests;

/**
 * Lets kafkajs look only at queues in which something waits. It looks at each one every millisecond, by timers with
 * negative times: 3 % of a core for each idle process (https://github.com/tulios/kafkajs/issues/1556). A request that
 * has to wait is put into the queue before this is called.
 */
prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
  if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
};
