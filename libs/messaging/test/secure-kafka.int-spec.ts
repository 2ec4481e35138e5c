import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaBroker } from '../src/broker/kafka/kafka-broker.js';
import type { KafkaAccess } from '../src/broker/kafka/security/kafka-security.js';
import { describeBroker } from './broker-suite.js';
import { eventually, recordingLogger } from './lanes-app.js';
import { SecureKafka } from './secure-kafka.js';

// A JVM of its own starts first.
jest.setTimeout(60_000);

const jars = process.env['KAFKA_JARS'];
const trust = ['ssl.truststore.type=PEM', 'ssl.truststore.location=broker.pem'];
const own = ['ssl.keystore.type=PKCS12', 'ssl.keystore.location=client.p12', 'ssl.keystore.password=of-the-stores'];

// Where the servers run in containers, there are no jars to start one more broker from.
(jars === undefined ? describe.skip : describe)('Kafka with TLS and SASL', () => {
  const kafka = new SecureKafka(jars ?? '');
  const open: { close(): Promise<void> }[] = [];

  beforeAll(() => kafka.start(), 120_000);
  afterAll(() => kafka.stop());
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });

  const overTls = () => kafka.access('SASL_SSL', [...trust, ...kafka.user('SCRAM-SHA-512')]);

  describeBroker('Kafka with TLS and SASL', () => new KafkaBroker(overTls(), 'port-suite', recordingLogger()));

  /** A topic that is made, written to and read by a member of a group. */
  async function scene(access: KafkaAccess) {
    const logger = recordingLogger();
    const broker = new KafkaBroker(access, 'secure', logger);
    open.push(broker);
    const topic = { name: `secure-${randomUUID().slice(0, 8)}`, lane: 'event' as const, partitions: 1, config: {} };
    await broker.admin.ensureTopics([topic]);
    const texts: (string | undefined)[] = [];
    const consumer = broker.consumer({
      group: topic.name,
      topics: [topic.name],
      onRecords: (_topic, _partition, records) => void texts.push(...records.map(({ value }) => value?.toString())),
    });
    const producer = broker.producer('all');
    open.unshift(consumer, producer);
    await consumer.ready;
    const send = (text: string) => producer.send([{ topic: topic.name, key: null, value: Buffer.from(text) }]);
    return { texts, send };
  }

  it.each<[string, () => KafkaAccess]>([
    ['SCRAM-SHA-512 over TLS', overTls],
    ['SCRAM-SHA-256 over TLS', () => kafka.access('SASL_SSL', [...trust, ...kafka.user('SCRAM-SHA-256')])],
    ['PLAIN over TLS', () => kafka.access('SASL_SSL', [...trust, ...kafka.user('PLAIN')])],
    ['SCRAM-SHA-512 without TLS', () => kafka.access('SASL_PLAINTEXT', kafka.user('SCRAM-SHA-512'))],
    ['a certificate', () => kafka.access('SSL', [...trust, ...own])],
    [
      'a certificate, whatever host the broker has its own for',
      () => kafka.access('SSL', [...trust, ...own, 'ssl.endpoint.identification.algorithm='], '127.0.0.1'),
    ],
  ])('takes records from, and gives them to, who comes with %s', async (_how, access) => {
    const { texts, send } = await scene(access());
    await send('word');
    await eventually(() => texts.includes('word'), 'the record');
  });

  it('goes on with who has to say again who it is, without losing or repeating a record', async () => {
    const { texts, send } = await scene(overTls());
    const sent: string[] = [];
    const until = Date.now() + 1.2 * kafka.sessionMs;
    while (Date.now() < until) {
      await send(String(sent.length));
      sent.push(String(sent.length));
      await sleep(5);
    }
    await eventually(() => texts.length >= sent.length, 'all records');
    expect(texts).toEqual(sent);
  });

  it.each<[string, () => KafkaAccess, RegExp]>([
    [
      'a wrong password',
      () => kafka.access('SASL_SSL', [...trust, ...kafka.user('SCRAM-SHA-512', 'hunter2')]),
      /authentication failed/i,
    ],
    ['an authority that did not sign', () => kafka.access('SASL_SSL', kafka.user('PLAIN')), /certificate/],
    ['another host', () => kafka.access('SSL', [...trust, ...own], '127.0.0.1'), /127\.0\.0\.1.*not in the cert/],
  ])('is not used with %s, and says why without a secret', async (_what, access, why) => {
    const logger = recordingLogger();
    const broker = new KafkaBroker(access(), 'refused', logger);
    const producer = broker.producer('all');
    open.push(producer, broker);
    const asked = await broker.admin.topicNames().catch((error: unknown) => error);
    const sent = await producer.send([{ topic: 'x', key: null, value: null }]).catch((error: unknown) => error);
    for (const failure of [asked, sent]) expect(told(failure)).toMatch(why);
    expect(told(asked) + told(sent) + JSON.stringify(logger)).not.toMatch(/hunter2/);
  });
});

/** What a log would have of an error: its message and those of its causes. Node's errors are of another realm than a test's. */
function told(error: unknown): string {
  const { message, cause } = (error ?? {}) as Partial<Error>;
  return message === undefined ? '' : `${message} ${told(cause)}`;
}
