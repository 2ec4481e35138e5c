import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import requestQueue from 'kafkajs/src/network/requestQueue/index.js';
import type { RequestQueue } from './request-queue.js';
import './request-queue.js';

function queueWith(state: Partial<RequestQueue>): RequestQueue {
  return Object.assign(Object.create(requestQueue.prototype) as RequestQueue, state);
}

/** @returns whether kafkajs would look at such a queue again. */
function isWatched(state: Partial<RequestQueue>): boolean {
  queueWith(state).scheduleCheckPendingRequests();
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

  it('ends a request whose time is over, half a second later at most', () => {
    const timeoutRequest = jest.fn();
    const inflight = new Map([[1, { sentAt: Date.now(), requestTimeout: 5_000, timeoutRequest }]]);
    const disconnect = connectedQueue({ inflight });
    jest.advanceTimersByTime(4_900);
    expect(timeoutRequest).not.toHaveBeenCalled();
    jest.advanceTimersByTime(600);
    expect(timeoutRequest).toHaveBeenCalled();
    disconnect();
  });

  it('shares one timer with those of other connections, which ends with the last one', () => {
    const disconnects = [connectedQueue(), connectedQueue(), connectedQueue()];
    for (const disconnect of disconnects) {
      expect(jest.getTimerCount()).toBe(1);
      disconnect();
    }
    expect(jest.getTimerCount()).toBe(0);
  });
});

/** Returns a function that closes the connection of a queue, and waits until this was noticed. */
function connectedQueue({ inflight = new Map() }: Partial<RequestQueue> = {}): () => void {
  let isConnected = true;
  queueWith({ inflight, isConnected: () => isConnected }).scheduleRequestTimeoutCheck();
  return () => {
    isConnected = false;
    jest.advanceTimersByTime(600);
  };
}
