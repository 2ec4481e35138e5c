import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { restRequestQueues } from './request-queue.js';

interface Queue {
  pending: unknown[];
  throttledUntil: number;
  sendSocketRequest: (request: unknown) => void;
  checkPendingRequests(): void;
}

const QueueOfKafkajs = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as new (
  options: object,
) => Queue;

describe('a queue of requests to a broker', () => {
  let queue: Queue;
  let sent: unknown[];

  beforeEach(() => {
    jest.useFakeTimers();
    restRequestQueues();
    sent = [];
    const logger = { debug: () => undefined };
    queue = new QueueOfKafkajs({
      maxInFlightRequests: null,
      logger,
      broker: '',
      clientId: '',
      isConnected: () => true,
    });
    queue.sendSocketRequest = (request) => void sent.push(request);
  });
  afterEach(() => void jest.useRealTimers());

  it('sets no timer where nothing waits', () => {
    queue.checkPendingRequests();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends what waited for a broker that throttled, when it does no more', () => {
    queue.pending.push('request');
    queue.throttledUntil = Date.now() + 50;
    queue.checkPendingRequests();
    jest.advanceTimersByTime(49);
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(11);
    expect(sent).toEqual(['request']);
    jest.advanceTimersByTime(100);
    expect(jest.getTimerCount()).toBe(0);
  });
});
