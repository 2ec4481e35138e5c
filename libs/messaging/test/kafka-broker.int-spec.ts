import { afterEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import { KafkaBroker } from '../src/broker/kafka/kafka-broker.js';
import type { Network } from '../src/broker/kafka/network.js';
import { describeBroker } from './broker-suite.js';
import { recordingLogger } from './lanes-app.js';
import { until } from './until.js';
import { describeReadNew } from './read-new-suite.js';
import { recordsScene } from './records-scene.js';

const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);

describeBroker('Kafka', () => new KafkaBroker({ brokers }, 'port-suite', recordingLogger()));
describeReadNew('Kafka', () => new KafkaBroker({ brokers }, 'new-records', recordingLogger()));

describe('records over Kafka', () => {
  const open: { close(): Promise<void> }[] = [];
  const sockets = new Set<Socket>();
  const network: Network = {
    route: (address) => address,
    opened: (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    },
  };

  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });

  const scene = () => recordsScene(new KafkaBroker({ brokers }, 'records', recordingLogger(), network), open);

  it('close every connection while a consumer is joining its group', async () => {
    const { broker, topic } = await scene();
    const consumers = Array.from({ length: 3 }, () =>
      broker.consumer({ group: topic.name, topics: [topic.name], onRecords: () => undefined }),
    );
    const closing = Promise.all(consumers.map((consumer) => consumer.close()));
    for (const each of open.splice(0)) await each.close();
    await closing;
    await until(() => sockets.size === 0, 'every connection to end');
  });

  it('start at offset 0 after a topic was deleted and created again', async () => {
    const { broker, topic, texts, send } = await scene();
    for (const text of ['1', '2', '3']) await send(text);
    await until(() => texts.length === 3, 'the records of the first topic');
    await broker.admin.deleteTopics([topic.name]);
    await until(async () => !(await broker.admin.topicNames()).includes(topic.name), 'the topic to go');
    await broker.admin.ensureTopics([topic]);
    await until(
      () =>
        send('new').then(
          () => true,
          () => false,
        ),
      'a record to be taken',
    );
    await until(() => texts.at(-1) === 'new', 'the record of the second topic');
  }, 60_000);

  it('go on arriving over other connections when the present ones fall silent', async () => {
    const { texts, send } = await scene();
    await send('before');
    await until(() => texts.length === 1, 'the record before');
    for (const socket of sockets) socket.write = () => true;
    await send('after');
    // kafkajs alone repeats its requests on the silent connections for longer.
    await until(() => texts.at(-1) === 'after', 'the record after', 12_000);
  }, 60_000);

  it('are stored once and in order when every connection breaks between two sends', async () => {
    const { log, send } = await scene();
    const sent: string[] = [];
    for (let number = 0; number < 20; number += 1) {
      for (const socket of sockets) socket.destroy(new Error('read ECONNRESET'));
      // Nothing was under way, so a refusal here means that it was not sent.
      await until(
        () =>
          send(String(number)).then(
            () => true,
            () => false,
          ),
        'the record to be taken',
      );
      sent.push(String(number));
    }
    // A member whose connection broke can't say that it leaves: each time its group waits for it for the 6 s of its
    // session.
    await until(() => log.length >= 20, 'all records', 60_000);
    expect(log).toEqual(sent);
  }, 90_000);
});
