import requestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { requestTimeoutCheckMs } from '../../timing.js';

/** A request without an answer yet. */
interface SentRequest {
  /** ms since 1970. */
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

/** The queue of requests of a connection: the parts of kafkajs' own class that are used here. */
export interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly inflight: ReadonlyMap<number, SentRequest>;
  /** When the broker accepts requests again, ms since 1970; -1 if it always did. */
  readonly throttledUntil: number;
  isConnected(): boolean;
  /** Sets a timer that looks at the queue. */
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
  /** Ends requests whose time is over, until the connection is closed. */
  scheduleRequestTimeoutCheck: (this: RequestQueue) => void;
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

/** Queues of open connections. */
const queues = new Set<RequestQueue>();
let timer: NodeJS.Timeout | undefined;

/** Looks for requests whose time is over twice a second, in all queues. kafkajs does it ten times, each by itself. */
prototype.scheduleRequestTimeoutCheck = function (this: RequestQueue): void {
  queues.add(this);
  timer ??= setInterval(checkTimeouts, requestTimeoutCheckMs);
};

function checkTimeouts(): void {
  const now = Date.now();
  for (const queue of queues) {
    for (const request of queue.inflight.values()) {
      if (now - request.sentAt > request.requestTimeout) request.timeoutRequest();
    }
    if (!queue.isConnected()) queues.delete(queue);
  }
  if (queues.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
