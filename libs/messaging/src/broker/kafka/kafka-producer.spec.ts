import { describe, expect, it } from '@jest/globals';
import kafkajs, { type Kafka, type ProducerBatch } from 'kafkajs';
import { recordingLogger } from '../../../test/lanes-app.js';
import { MissingTopicsError } from '../broker.port.js';
import { KafkaProducer } from './kafka-producer.js';

const to = (topic: string) => ({ topic, key: null, value: Buffer.from(topic) });
const failed = (type: string) =>
  new kafkajs.KafkaJSProtocolError(Object.assign(new Error(type), { type, code: 3, retriable: true }));
const unknownTopic = () => failed('UNKNOWN_TOPIC_OR_PARTITION');
const exhausted = (type: string) =>
  new kafkajs.KafkaJSNumberOfRetriesExceeded(failed(type), { retryCount: 0, retryTime: 100 });

/**
 * A client whose producers fail as a test says.
 * @param failures what each request fails with, in turn; null: it succeeds.
 */
function scene(failures: (Error | null)[], existing: string[] = []) {
  const sent: string[][] = [];
  const acks: unknown[] = [];
  let created = 0;
  let closed = 0;
  const settings: unknown[] = [];
  const producer = (given: unknown) => {
    settings.push(given);
    created += 1;
    return {
      connect: () => Promise.resolve(),
      disconnect: async () => void (closed += 1),
      sendBatch: async ({ topicMessages = [], ...batch }: ProducerBatch) => {
        acks.push(batch.acks);
        const failure = failures.shift();
        if (failure) throw failure;
        sent.push(topicMessages.map(({ topic }) => topic));
      },
    };
  };
  const client = { producer } as unknown as Kafka;
  const tested = new KafkaProducer(client, () => Promise.resolve(existing), recordingLogger());
  return { producer: tested, sent, acks, settings, created: () => created, closed: () => closed };
}

describe(KafkaProducer.name, () => {
  it('keeps its producer while sends succeed', async () => {
    const { producer, created } = scene([]);
    for (let times = 0; times < 3; times += 1) await producer.send([to('a')]);
    expect(created()).toBe(1);
  });

  it('has records acknowledged by all in-sync copies, so that no reply is lost with a leader', async () => {
    const { producer, acks } = scene([]);
    await producer.send([to('a')]);
    expect(acks).toEqual([-1]);
  });

  it('connects no more once it is closed', async () => {
    const { producer, created } = scene([]);
    await producer.close();
    await expect(producer.send([to('a')])).rejects.toThrow('closed');
    expect(created()).toBe(0);
  });

  it('replaces its producer after a failure', async () => {
    const { producer, created, closed } = scene([new Error('read ECONNRESET')]);
    await expect(producer.send([to('a')])).rejects.toThrow('ECONNRESET');
    await producer.send([to('a')]);
    expect(created()).toBe(2);
    expect(closed()).toBe(1);
  });

  it('sends every record again, with another producer, when a partition has another leader', async () => {
    const { producer, sent, created } = scene([exhausted('NOT_LEADER_FOR_PARTITION')]);
    await producer.send([to('a'), to('b')]);
    expect(sent).toEqual([['a', 'b']]);
    expect(created()).toBe(2);
  });

  it('fails after two attempts', async () => {
    const { producer, sent } = scene([exhausted('NOT_LEADER_FOR_PARTITION'), exhausted('REQUEST_TIMED_OUT')]);
    await expect(producer.send([to('a')])).rejects.toThrow('REQUEST_TIMED_OUT');
    expect(sent).toEqual([]);
  });

  it('leaves retries to itself: those of kafkajs drop partitions that move to a broker that has answered', async () => {
    const { producer, settings } = scene([]);
    await producer.send([to('a')]);
    expect(settings).toMatchObject([{ retry: { retries: 0 } }]);
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
    const { producer } = scene([exhausted('UNKNOWN_TOPIC_OR_PARTITION')]);
    await expect(producer.send([to('gone')])).rejects.toBeInstanceOf(MissingTopicsError);
  });
});
