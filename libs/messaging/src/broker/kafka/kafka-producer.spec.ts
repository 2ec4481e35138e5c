import { describe, expect, it } from '@jest/globals';
import { recordingLogger } from '../../../test/lanes-app.js';
import { apiKeys, FakeCluster } from '../../../test/fake-cluster.js';
import { KafkaProducer } from './kafka-producer.js';

const notLeader = 6;
const messageTooLarge = 10;
const coordinatorLoading = 14;
const record = { topic: 'topic', partition: 0, key: null, value: Buffer.from('x') };

/** What a broker answers to each produce request in turn: an error code, 0 for none. */
function scene(codes: readonly (number | Error)[], identityCodes: readonly number[] = []) {
  const left = [...codes];
  const identitiesLeft = [...identityCodes];
  const fake = new FakeCluster(['topic'], (apiKey) => {
    if (apiKey === apiKeys.initProducerId)
      return { errorCode: identitiesLeft.shift() ?? 0, producerId: 1n, producerEpoch: 0 };
    const code = left.shift() ?? 0;
    if (code instanceof Error) return Promise.reject(code);
    return [{ topic: 'topic', partition: 0, errorCode: code }];
  });
  const count = (apiKey: number) => fake.asked.filter((asked) => asked === apiKey).length;
  return { producer: new KafkaProducer(fake.cluster, 'all', recordingLogger()), fake, count };
}

describe(KafkaProducer.name, () => {
  it('keeps its identity as long as all goes well', async () => {
    const { producer, count } = scene([]);
    for (let times = 0; times < 3; times += 1) await producer.send([record]);
    expect(count(apiKeys.initProducerId)).toBe(1);
    expect(count(apiKeys.produce)).toBe(3);
  });

  it('sends before it returns what it has all for that it needs, and in the order of the calls what it has not', async () => {
    const { producer, fake, count } = scene([]);
    const both = [producer.send([record]), producer.send([record])];
    expect(count(apiKeys.produce)).toBe(0);
    await Promise.all(both);
    const third = producer.send([record]);
    expect(count(apiKeys.produce)).toBe(3);
    await third;
    expect(fake.asked).toEqual([apiKeys.initProducerId, apiKeys.produce, apiKeys.produce, apiKeys.produce]);
  });

  it('waits for a broker that has just started and has no identities to give yet', async () => {
    const { producer, count } = scene([], [coordinatorLoading, coordinatorLoading]);
    await producer.send([record]);
    expect(count(apiKeys.initProducerId)).toBe(3);
    expect(count(apiKeys.produce)).toBe(1);
  });

  it('sends again, as another producer, what a broker refused that does not lead the partition any more', async () => {
    const { producer, fake, count } = scene([notLeader]);
    await producer.send([record]);
    expect(fake.forgotten).toEqual(['topic']);
    expect(count(apiKeys.initProducerId)).toBe(2);
    expect(count(apiKeys.produce)).toBe(2);
  });

  it('gives up what is refused twice, and what is refused for good at once', async () => {
    const twice = scene([notLeader, notLeader]);
    await expect(twice.producer.send([record])).rejects.toMatchObject({ code: notLeader });
    const good = scene([messageTooLarge]);
    await expect(good.producer.send([record])).rejects.toMatchObject({ code: messageTooLarge });
    expect(good.count(apiKeys.produce)).toBe(1);
  });

  it('is another producer after an answer that never came: with the same identity there might be a gap', async () => {
    const { producer, count } = scene([new Error('read ECONNRESET')]);
    await expect(producer.send([record])).rejects.toThrow('ECONNRESET');
    await producer.send([record]);
    expect(count(apiKeys.initProducerId)).toBe(2);
  });
});
