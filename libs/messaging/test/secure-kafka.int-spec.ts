import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaBroker } from '../src/broker/kafka/kafka-broker.js';
import type { KafkaAccess } from '../src/broker/kafka/security/kafka-security.js';
import { describeBroker } from './broker-suite.js';
import { recordingLogger } from './lanes-app.js';
import { until } from './until.js';
import { recordsScene } from './records-scene.js';
import { SecureKafka } from './secure-kafka.js';

// A JVM of its own starts first.
jest.setTimeout(60_000);

const jars = process.env['KAFKA_JARS'];

// Where the servers run in containers, there are no jars to start one more broker from.
(jars === undefined ? describe.skip : describe)('Kafka with TLS and SASL', () => {
  const kafka = new SecureKafka(jars ?? '');
  const { trust, certificate } = kafka;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(() => kafka.start(), 120_000);
  afterAll(() => kafka.stop());
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });

  const overTls = () => kafka.access('SASL_SSL', [...trust, ...kafka.user('SCRAM-SHA-512')]);

  describeBroker('Kafka with TLS and SASL', () => new KafkaBroker(overTls(), 'port-suite', recordingLogger()));

  const scene = (access: KafkaAccess) => recordsScene(new KafkaBroker(access, 'secure', recordingLogger()), open);

  it.each<[string, () => KafkaAccess]>([
    ['SCRAM-SHA-512 over TLS', overTls],
    ['SCRAM-SHA-256 over TLS', () => kafka.access('SASL_SSL', [...trust, ...kafka.user('SCRAM-SHA-256')])],
    ['PLAIN over TLS', () => kafka.access('SASL_SSL', [...trust, ...kafka.user('PLAIN')])],
    ['SCRAM-SHA-512 without TLS', () => kafka.access('SASL_PLAINTEXT', kafka.user('SCRAM-SHA-512'))],
    ['a certificate', () => kafka.access('SSL', [...trust, ...certificate])],
    [
      'a certificate, whatever host the broker has its own for',
      () => kafka.access('SSL', [...trust, ...certificate, 'ssl.endpoint.identification.algorithm='], '127.0.0.1'),
    ],
  ])('sends and receives records with %s', async (_how, access) => {
    const { texts, send } = await scene(access());
    await send('word');
    await until(() => texts.includes('word'), 'the record');
  });

  it('continues after re-authentication without losing or repeating a record', async () => {
    const { texts, send } = await scene(overTls());
    const sent: string[] = [];
    const deadlineAt = Date.now() + 1.2 * kafka.sessionMs;
    while (Date.now() < deadlineAt) {
      await send(String(sent.length));
      sent.push(String(sent.length));
      await sleep(5);
    }
    await until(() => texts.length >= sent.length, 'all records');
    expect(texts).toEqual(sent);
  });

  it.each<[string, () => KafkaAccess, RegExp]>([
    [
      'a wrong password',
      () => kafka.access('SASL_SSL', [...trust, ...kafka.user('SCRAM-SHA-512', 'hunter2')]),
      /authentication failed/i,
    ],
    ['an authority that did not sign', () => kafka.access('SASL_SSL', kafka.user('PLAIN')), /certificate/],
    [
      'another host',
      () => kafka.access('SSL', [...trust, ...certificate], '127.0.0.1'),
      /127\.0\.0\.1.*not in the cert/,
    ],
  ])('fails with %s and names the cause without a secret', async (_what, access, why) => {
    const logger = recordingLogger();
    const broker = new KafkaBroker(access(), 'refused', logger);
    const producer = broker.producer();
    open.push(producer, broker);
    const adminError = await broker.admin.topicNames().catch((error: unknown) => error);
    const sent = await producer.send([{ topic: 'x', key: null, value: null }]).catch((error: unknown) => error);
    for (const failure of [adminError, sent]) expect(messagesOf(failure)).toMatch(why);
    expect(messagesOf(adminError) + messagesOf(sent) + JSON.stringify(logger)).not.toMatch(/hunter2/);
  });
});

/**
 * What a log would have of an error: its message and those of its causes. Node's errors are of another realm than a
 * test's.
 */
function messagesOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as Partial<Error>;
  return message === undefined ? '' : `${message} ${messagesOf(cause)}`;
}
