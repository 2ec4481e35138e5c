import { describe, expect, it } from '@jest/globals';
import kafkajs, { type Kafka, type ProducerBatch } from 'kafkajs';
import { recordingLogger } from '../../../test/lanes-app.js';
import { MissingTopicsError } from '../broker.port.js';
import { KafkaProducer } from './kafka-producer.js';

const to = (topic: string) => ({ topic, key: null, value: Buffer.from(topic) });
const unknownTopic = () =>
  new kafkajs.KafkaJSProtocolError(
    Object.assign(new Error('no such topic'), { type: 'UNKNOWN_TOPIC_OR_PARTITION', code: 3, retriable: true }),
  );

/**
 * A client whose producers fail as a test says.
 * @param failures what each request fails with, in turn; null: it succeeds.
 */
function scene(failures: (Error | null)[], existing: string[] = []) {
  const sent: string[][] = [];
  let created = 0;
  let closed = 0;
  const producer = () => {
    created += 1;
    return {
      connect: () => Promise.resolve(),
      disconnect: async () => void (closed += 1),
      sendBatch: async ({ topicMessages = [] }: ProducerBatch) => {
        const failure = failures.shift();
        if (failure) throw failure;
        sent.push(topicMessages.map(({ topic }) => topic));
      },
    };
  };
  const client = { producer } as unknown as Kafka;
  const tested = new KafkaProducer(client, () => Promise.resolve(existing), 'all', recordingLogger());
  return { producer: tested, sent, created: () => created, closed: () => closed };
}

describe(KafkaProducer.name, () => {
  it('keeps its producer while sends succeed', async () => {
    const { producer, created } = scene([]);
    for (let times = 0; times < 3; times += 1) await producer.send([to('a')]);
    expect(created()).toBe(1);
  });

  it('creates a producer with a new id after a failure', async () => {
    const { producer, created, closed } = scene([new Error('read ECONNRESET')]);
    await expect(producer.send([to('a')])).rejects.toThrow('ECONNRESET');
    await producer.send([to('a')]);
    expect(created()).toBe(2);
    expect(closed()).toBe(1);
  });

  it('names the topics that do not exist and sends the records of all others', async () => {
    const { producer, sent } = scene([unknownTopic()], ['a', 'b']);
    const error = await producer.send([to('a'), to('gone'), to('b')]).catch((thrown: unknown) => thrown);
    expect(error).toEqual(new MissingTopicsError(new Set(['gone'])));
    expect(sent).toEqual([['a', 'b']]);
  });

  it('retries a topic that failed in an earlier send', async () => {
    const { producer, sent } = scene([unknownTopic()], ['a']);
    await producer.send([to('a')]);
    expect(sent).toEqual([['a']]);
  });

  it('recognises a topic that does not exist behind the error of exhausted retries', async () => {
    const exhausted = new kafkajs.KafkaJSNumberOfRetriesExceeded(unknownTopic(), { retryCount: 1, retryTime: 100 });
    const { producer } = scene([exhausted]);
    await expect(producer.send([to('gone')])).rejects.toBeInstanceOf(MissingTopicsError);
  });
});
