import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import requestQueue from 'kafkajs/src/network/requestQueue/index.js';
import type { RequestQueue } from './request-queue.js';
import './request-queue.js';

/** @returns whether kafkajs would look at such a queue again. */
function isWatched(queue: Partial<RequestQueue>): boolean {
  (Object.assign(Object.create(requestQueue.prototype), queue) as RequestQueue).scheduleCheckPendingRequests();
  return jest.getTimerCount() > 0;
}

describe('the queue of requests of a connection', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('has no timer while nothing waits in it', () => {
    expect(isWatched({ pending: [], throttledUntil: -1 })).toBe(false);
  });

  it('is looked at while a request waits in it, and when a broker accepts requests again', () => {
    expect(isWatched({ pending: [{}], throttledUntil: -1 })).toBe(true);
    expect(isWatched({ pending: [], throttledUntil: Date.now() + 100 })).toBe(true);
  });
});
