import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Kafka } from 'kafkajs';
import { recordingLogger } from '../../../test/lanes-app.js';
import { Cluster } from './cluster.js';
import type { GroupOffsets } from './group-offsets.js';
import { KafkaConsumer } from './kafka-consumer.js';
import { plainNetwork } from './network.js';
import { plaintext } from './security/kafka-security.js';
import { PartitionReader } from './partition-reader.js';

/** A kafkajs consumer that joins its group, sends no heartbeats, and does not come to an end when told to. */
class HangingConsumer {
  readonly events = { HEARTBEAT: 'heartbeat', GROUP_JOIN: 'join', REBALANCING: 'rebalancing', CRASH: 'crash' };
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

  pause(): void {
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

  it('is replaced when its group hears of it no more, though the one before never comes to an end', async () => {
    let made = 0;
    const consumer = (): HangingConsumer => {
      made += 1;
      return new HangingConsumer();
    };
    const options = { group: 'group', topics: ['topic'], onRecords: () => undefined };
    const reader = new KafkaConsumer({
      client: { consumer } as unknown as Kafka,
      offsets: { startOf: () => Promise.resolve([]) } as unknown as GroupOffsets,
      logger: recordingLogger(),
      options,
      newReader: (take, mayRead) =>
        new PartitionReader({
          cluster: new Cluster([], 'test', plainNetwork, plaintext),
          logger: recordingLogger(),
          take,
          mayRead,
          firstOffset: () => Promise.resolve(0),
        }),
    });
    await reader.ready;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(made).toBeGreaterThan(1);
    const closed = reader.close();
    await jest.advanceTimersByTimeAsync(60_000);
    await closed;
  });
});
