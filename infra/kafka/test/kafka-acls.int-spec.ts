import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { principals, topicAccess, topics } from '@earshot/contracts';
import { until, KafkaUsers, SecureKafka } from '@earshot/messaging/testing';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

// A JVM of its own starts first, and each client says who it is.
jest.setTimeout(60_000);

const jars = process.env['KAFKA_JARS'];
const root = path.join(import.meta.dirname, '../../..');
const services = principals.filter((principal) => principal !== 'jobs');

// Where the servers run in containers, there are no jars to start one more broker from.
(jars === undefined ? describe.skip : describe)('a Kafka that lets each service do only what it has to', () => {
  const kafka = new SecureKafka(
    jars ?? '',
    principals.map((principal) => `earshot-${principal}`),
  );
  const users = new KafkaUsers((user) =>
    kafka.access('SASL_SSL', [...kafka.trust, ...kafka.user('SCRAM-SHA-512', kafka.password, user)]),
  );
  const as = (principal: string) => users.of(`earshot-${principal}`);

  const createTopics = (user: string, more: Record<string, string>) => {
    const { brokers, file } = kafka.settings('SASL_SSL', [
      ...kafka.trust,
      ...kafka.user('SCRAM-SHA-512', kafka.password, user),
    ]);
    const env = { ...process.env, KAFKA_BROKERS: brokers.join(','), KAFKA_CLIENT_PROPERTIES: file, ...more };
    return promisify(execFile)(process.execPath, ['infra/kafka/create-topics.mjs'], {
      cwd: root,
      env,
      timeout: 50_000,
    });
  };

  beforeAll(async () => {
    await kafka.start();
    await createTopics('earshot', { KAFKA_ACLS: 'add' });
    // Brokers have ACLs a moment after they took them; those of storage are among the last.
    await until(() => as('storage').mayWrite('interactions.exports'), 'the ACLs');
    // The first group of a broker waits until its coordinator is there.
    const reads = () => as('storage').readable(['storage.commands'], 'storage.test');
    await until(async () => (await reads().catch(() => [])).length > 0, 'the coordinator');
  }, 180_000);
  afterEach(() => users.close());
  afterAll(() => kafka.stop());

  it.each(services)('lets %s write only to its topics', async (service) => {
    const written: string[] = [];
    for (const { name } of topics) if (await as(service).mayWrite(name)) written.push(name);
    const expected = topics.filter(({ name }) => {
      const original = name.replace('.dead-letters', '');
      return topicAccess[original]?.[name === original ? 'writers' : 'readers'].includes(service);
    });
    expect(written.sort()).toEqual(expected.map(({ name }) => name).sort());
  });

  it.each(services)('lets %s read only its topics', async (service) => {
    const read = await as(service).readable(
      topics.map(({ name }) => name),
      `${service}.test`,
    );
    const expected = Object.entries(topicAccess).flatMap(([name, { readers, followers = [] }]) =>
      [...readers, ...followers].includes(service) ? [name] : [],
    );
    expect(read.sort()).toEqual(expected.sort());
  });

  it('denies API keys to the inference service and chats of others to the gateway', async () => {
    expect(await as('inference').mayWrite('api-keys.state')).toBe(false);
    expect(await as('gateway').readable(['inference.work', 'interactions.started'], 'gateway.test')).toEqual([]);
  });

  it('lets every service write to a reply topic, and only its owner create, read and delete it', async () => {
    const replyTopic = 'inbox.gateway.gateway-0.01a21190-8644-74dd-b9aa-ab41a4a21e3b';
    expect(await as('inference').mayCreate(replyTopic)).toBe(false);
    expect(await as('gateway').mayCreate(replyTopic)).toBe(true);
    expect(await as('inference').mayWrite(replyTopic)).toBe(true);
    expect(await as('inference').readable([replyTopic], 'inference.test')).toEqual([]);
    expect(await as('inference').mayDelete(replyTopic)).toBe(false);
    expect(await as('gateway').readable([replyTopic], replyTopic)).toEqual([replyTopic]);
    expect(await as('gateway').mayDelete(replyTopic)).toBe(true);
  });

  it('lets a service join only its own groups, even for a readable topic', async () => {
    expect(await as('feedback').readable(['interactions.recorded'], 'interactions.interactions.recorded')).toEqual([]);
    expect(await as('feedback').readable(['interactions.recorded'], 'feedback.test')).toEqual([
      'interactions.recorded',
    ]);
  });

  it('lets jobs create and configure topics, and no service change them', async () => {
    await createTopics('earshot-jobs', {});
    await expect(createTopics('earshot-projects', {})).rejects.toThrow(/authoriz/i);
    await expect(createTopics('earshot-jobs', { KAFKA_ACLS: 'add' })).rejects.toThrow(/authoriz/i);
  });
});
