import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Admin } from 'kafkajs';
import type { Topic } from '@earshot/contracts-core';
import { ensureTopics } from './kafka-topics.js';

const topic: Topic = { name: 'new', lane: 'event', partitions: 4, config: {} };

/** A cluster without topics, whose brokers come one after another. */
class GrowingCluster {
  brokers = 1;
  readonly created: unknown[] = [];
  readonly admin = {
    listTopics: async () => [],
    describeCluster: async () => ({ brokers: Array.from({ length: this.brokers }) }),
    createTopics: async ({ topics }: { topics: unknown[] }) => void this.created.push(...topics),
    fetchTopicMetadata: async () => ({ topics: [] }),
  } as unknown as Admin;
}

describe('missing topics', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('wait for the brokers of which each gets a copy', async () => {
    const cluster = new GrowingCluster();
    const ensured = ensureTopics(cluster.admin, [topic], 3);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(cluster.created).toEqual([]);
    cluster.brokers = 3;
    await jest.advanceTimersByTimeAsync(1_000);
    await ensured;
    const inSync = expect.arrayContaining([{ name: 'min.insync.replicas', value: '2' }]);
    expect(cluster.created).toMatchObject([{ topic: 'new', replicationFactor: 3, configEntries: inSync }]);
  });

  it('are not created with fewer copies after a minute: the error says how many brokers are there', async () => {
    const cluster = new GrowingCluster();
    cluster.brokers = 2;
    const ensured = ensureTopics(cluster.admin, [topic], 5).catch((error: Error) => error.message);
    await jest.advanceTimersByTimeAsync(61_000);
    expect(await ensured).toContain('on 3 brokers, but only 2 are there');
    expect(cluster.created).toEqual([]);
  });

  it('are created at once where one broker is enough', async () => {
    const cluster = new GrowingCluster();
    await ensureTopics(cluster.admin, [topic], 1);
    expect(cluster.created).toMatchObject([{ replicationFactor: 1 }]);
  });
});
