import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Kafka } from 'kafkajs';
import { recordingLogger } from '../../../test/lanes-app.js';
import { KafkaConsumer } from './kafka-consumer.js';

/** A kafkajs consumer that joins its group, never fetches, and does not come to an end when told to. */
class HangingConsumer {
  readonly events = { FETCH: 'fetch', GROUP_JOIN: 'join', REBALANCING: 'rebalancing', CRASH: 'crash' };
  readonly #listeners = new Map<string, (event: object) => void>();

  on(name: string, listener: (event: object) => void): void {
    this.#listeners.set(name, listener);
  }

  async connect(): Promise<void> {
    return undefined;
  }

  async subscribe(): Promise<void> {
    return undefined;
  }

  async run(): Promise<void> {
    this.#listeners.get('join')?.({ payload: { memberAssignment: { topic: [0] } } });
  }

  disconnect(): Promise<void> {
    return new Promise(() => undefined);
  }
}

describe('a consumer over kafkajs', () => {
  beforeEach(() => void jest.useFakeTimers());

  afterEach(() => void jest.useRealTimers());

  it('is replaced when it fetches no more, though the one before never comes to an end', async () => {
    let made = 0;
    const consumer = (): HangingConsumer => {
      made += 1;
      return new HangingConsumer();
    };
    const options = { group: 'group', topics: ['topic'], onRecords: () => undefined };
    const reader = new KafkaConsumer({ consumer } as unknown as Kafka, options, recordingLogger());
    await reader.ready;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(made).toBeGreaterThan(1);
    const closed = reader.close();
    await jest.advanceTimersByTimeAsync(60_000);
    await closed;
  });
});
