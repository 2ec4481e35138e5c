import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Kafka } from 'kafkajs';
import { recordingLogger } from '../../../test/lanes-app.js';
import { KafkaConsumer } from './kafka-consumer.js';

/** A kafkajs consumer that joins its group, sends no heartbeats, and does not come to an end when told to. */
class HangingConsumer {
  readonly events = { HEARTBEAT: 'heartbeat', GROUP_JOIN: 'join', REBALANCING: 'rebalancing', CRASH: 'crash' };
  readonly #listeners = new Map<string, (event: object) => void>();

  on(name: string, listener: (event: object) => void): () => void {
    this.#listeners.set(name, listener);
    return () => undefined;
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

describe(KafkaConsumer.name, () => {
  beforeEach(() => void jest.useFakeTimers());

  afterEach(() => void jest.useRealTimers());

  it('replaces a consumer whose heartbeats stop, even if the old one never ends', async () => {
    let created = 0;
    const consumer = (): HangingConsumer => {
      created += 1;
      return new HangingConsumer();
    };
    const options = { group: 'group', topics: ['topic'], onRecords: () => undefined };
    const tested = new KafkaConsumer({ consumer } as unknown as Kafka, options, recordingLogger());
    await tested.ready;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(created).toBeGreaterThan(1);
    const closed = tested.close();
    await jest.advanceTimersByTimeAsync(60_000);
    await closed;
  });
});
