import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Kafka } from 'kafkajs';
import { KafkaAdmin } from './kafka-admin.js';

/** A kafkajs that counts the connections of its admin clients, and what they are asked. */
class CountingKafka {
  open = 0;
  requestCount = 0;
  topics = Promise.resolve(['a']);

  admin() {
    return {
      connect: async () => void (this.open += 1),
      disconnect: async () => void (this.open -= 1),
      listTopics: () => {
        this.requestCount += 1;
        return this.topics;
      },
    };
  }
}

describe('the admin client', () => {
  it('closes every connection, also one that opens during or after close', async () => {
    const kafka = new CountingKafka();
    const admin = new KafkaAdmin(kafka as unknown as Kafka);
    expect(await admin.topicNames()).toEqual(['a']);
    expect(kafka.open).toBe(1);
    const closing = admin.close();
    await expect(admin.topicNames()).rejects.toMatchObject({ code: 'service_unavailable' });
    await closing;
    await expect(admin.topicNames()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(kafka.open).toBe(0);
  });

  it('runs requests one at a time and continues after a failure', async () => {
    const kafka = new CountingKafka();
    const admin = new KafkaAdmin(kafka as unknown as Kafka);
    const order: string[] = [];
    let fail: (error: Error) => void = () => undefined;
    kafka.topics = new Promise((_resolve, reject) => (fail = reject));
    const first = admin.topicNames().catch((error: Error) => order.push(error.message));
    const second = admin.topicNames().then((names) => order.push(...names));
    await turn();
    expect(kafka.requestCount).toBe(1);
    kafka.topics = Promise.resolve(['a']);
    fail(new Error('connection lost'));
    await Promise.all([first, second]);
    expect(order).toEqual(['connection lost', 'a']);
    expect(kafka).toMatchObject({ requestCount: 2, open: 1 });
  });

  it('completes pending requests before it disconnects', async () => {
    const kafka = new CountingKafka();
    const admin = new KafkaAdmin(kafka as unknown as Kafka);
    let answer: (topics: string[]) => void = () => undefined;
    kafka.topics = new Promise((resolve) => (answer = resolve));
    const requestCount = admin.topicNames();
    await turn();
    const closing = admin.close();
    await turn();
    expect(kafka.open).toBe(1);
    answer(['b']);
    expect(await requestCount).toEqual(['b']);
    await closing;
    expect(kafka.open).toBe(0);
  });
});
