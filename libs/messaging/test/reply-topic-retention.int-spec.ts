import { afterAll, expect, it } from '@jest/globals';
import kafkajs from 'kafkajs';
import { transientConfig } from '@earshot/contracts-core';
import { KafkaBroker } from '../src/broker/kafka/kafka-broker.js';
import { newReplyTopicName } from '../src/replies/reply-topic-names.js';
import { ReplyTopic } from '../src/replies/reply-topic.js';
import { recordingLogger } from './lanes-app.js';

const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);
const broker = new KafkaBroker({ brokers }, 'inbox-retention', recordingLogger());
const replyTopic = new ReplyTopic(newReplyTopicName('retention', 'retention-0'), broker, recordingLogger());
const admin = new kafkajs.Kafka({ brokers }).admin();

afterAll(async () => {
  await admin.disconnect();
  await replyTopic.close();
  await broker.close();
});

it('retains answers in a reply topic as long as requests', async () => {
  await Promise.all([replyTopic.open(), admin.connect()]);
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: replyTopic.name }],
  });
  const kept = new Map(resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]));
  expect(Object.fromEntries(Object.keys(transientConfig).map((name) => [name, kept.get(name)]))).toEqual(
    transientConfig,
  );
});
