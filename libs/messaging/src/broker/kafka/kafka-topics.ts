import kafkajs, { type Admin, type PartitionMetadata } from 'kafkajs';
import type { Topic } from '@earshot/contracts-core';
import { retryWithin } from '../back-off.js';
import { brokersTimeoutMs, topicBackOff, topicKnownTimeoutMs } from '../../timing.js';

/** Three replicas survive the loss of one broker while another is upgraded. */
const maxReplicas = 3;

/** Source of a setting of the topic itself (DescribeConfigs of the Kafka protocol). */
const topicConfigSource = 1;

/**
 * Creates missing topics once there are `minBrokers`, then updates settings of existing ones and partitions of work
 * topics.
 */
export async function ensureTopics(admin: Admin, topics: readonly Topic[], minBrokers: number): Promise<void> {
  const required = withDeadLetters(topics);
  const existing = new Set(await admin.listTopics());
  const missing = required.filter(({ name }) => !existing.has(name));
  if (missing.length > 0) await create(admin, missing, minBrokers);
  const present = required.filter(({ name }) => existing.has(name));
  if (present.length === 0) return;
  const { topics: found } = await admin.fetchTopicMetadata({ topics: present.map(({ name }) => name) });
  const partitions: Partitions = new Map(found.map((topic) => [topic.name, topic.partitions]));
  await updateSettings(admin, present, partitions);
  const work = present.filter(({ lane }) => lane === 'work');
  if (work.length > 0) await addPartitions(admin, work, partitions);
}

/** Partitions of topics by name, as the brokers know them. */
type Partitions = ReadonlyMap<string, readonly PartitionMetadata[]>;

function withDeadLetters(topics: readonly Topic[]): Topic[] {
  const byName = new Map<string, Topic>();
  for (const topic of topics) {
    byName.set(topic.name, topic);
    if (topic.deadLetters !== undefined) byName.set(topic.deadLetters.name, topic.deadLetters);
  }
  return [...byName.values()];
}

async function create(admin: Admin, topics: readonly Topic[], minBrokers: number): Promise<void> {
  const replicas = Math.min(maxReplicas, await brokersOf(admin, Math.min(maxReplicas, minBrokers)));
  await admin.createTopics({
    // Another process may create the same topics now; kafkajs ignores "already exists".
    waitForLeaders: false,
    topics: topics.map(({ name, partitions, config }) => ({
      topic: name,
      numPartitions: partitions,
      replicationFactor: replicas,
      configEntries: entries({ ...config, ...inSync(replicas) }),
    })),
  });
  await retryUntilKnown(() => admin.fetchTopicMetadata({ topics: topics.map(({ name }) => name) }));
}

class TooFewBrokers extends Error {
  constructor(needed: number, present: number) {
    super(`Topics need copies on ${needed} brokers, but only ${present} are there: start the others.`);
    this.name = TooFewBrokers.name;
  }
}

/** Number of brokers, once there are enough. @throws TooFewBrokers if there are still fewer after some time. */
function brokersOf(admin: Admin, minBrokers: number): Promise<number> {
  const count = async (): Promise<number> => {
    const { length } = (await admin.describeCluster()).brokers;
    if (length < minBrokers) throw new TooFewBrokers(minBrokers, length);
    return length;
  };
  const passes = (error: unknown): boolean => error instanceof TooFewBrokers;
  return retryWithin(count, { backOff: topicBackOff, deadlineMs: brokersTimeoutMs, passes });
}

/**
 * With three replicas a durable send is acknowledged once two have it: another broker may fail, and it is still there.
 * Not left to the brokers, whose default is one.
 */
function inSync(replicas: number): Topic['config'] {
  return replicas < maxReplicas ? {} : { 'min.insync.replicas': String(replicas - 1) };
}

/** Retries until the cluster knows the topics. kafkajs does not retry "unknown topic" and "not the leader". */
async function retryUntilKnown(request: () => Promise<unknown>): Promise<void> {
  await retryWithin(request, { backOff: topicBackOff, deadlineMs: topicKnownTimeoutMs });
}

/** Adds partitions that a newer version declares. Work records have no key, so none is lost. */
async function addPartitions(admin: Admin, topics: readonly Topic[], current: Partitions): Promise<void> {
  const fewer = topics.filter(({ name, partitions }) => (current.get(name)?.length ?? partitions) < partitions);
  if (fewer.length === 0) return;
  const topicPartitions = fewer.map(({ name, partitions }) => ({ topic: name, count: partitions }));
  await admin.createPartitions({ topicPartitions });
  for (const { name, partitions } of fewer) {
    await retryUntilKnown(async () => {
      if ((await admin.fetchTopicOffsets(name)).length < partitions)
        throw new Error(`${name} has fewer than ${partitions} partitions`);
    });
  }
}

async function updateSettings(admin: Admin, topics: readonly Topic[], partitions: Partitions): Promise<void> {
  const described = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map(({ name }) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  });
  const changed = topics.flatMap(({ name, ...topic }) => {
    const config = { ...topic.config, ...inSync(partitions.get(name)?.[0]?.replicas.length ?? 1) };
    const resource = described.resources.find(({ resourceName }) => resourceName === name);
    const current: Record<string, string> = {};
    for (const { configName, configValue, configSource } of resource?.configEntries ?? []) {
      if (Number(configSource) === topicConfigSource) current[configName] = configValue;
    }
    if (Object.entries(config).every(([key, value]) => current[key] === value)) return [];
    // The request replaces all settings of a topic: keep those of the operator.
    return [{ type: kafkajs.ConfigResourceTypes.TOPIC, name, configEntries: entries({ ...current, ...config }) }];
  });
  if (changed.length > 0) await admin.alterConfigs({ validateOnly: false, resources: changed });
}

function entries(config: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(config).map(([name, value]) => ({ name, value }));
}
