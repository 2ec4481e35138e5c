import {
  replyTopicsPrefix,
  replyTopicPrefix,
  rangeReaderGroupPrefix,
  replicaGroupPrefix,
  type Topic,
} from '@earshot/contracts-core';

/** Services that read and write a topic. */
export interface TopicAccess {
  readonly writers: readonly string[];
  /** They also write its dead letters. */
  readonly readers: readonly string[];
  /** They only read new records while a client listens, and write no dead letters. */
  readonly followers?: readonly string[];
}

/** Services that delete data of deleted projects. */
const dataServices = ['inference', 'interactions', 'feedback', 'storage'];

/** Access to each topic. `tools/checks/topic-access.spec.mjs` compares this with the code of the services. */
export const topicAccess: Readonly<Record<string, TopicAccess>> = {
  'projects.commands': { writers: ['gateway', ...dataServices], readers: ['projects'] },
  'projects.state': { writers: ['projects'], readers: ['gateway', 'projects', ...dataServices] },
  'api-keys.state': { writers: ['projects'], readers: ['gateway', 'projects'] },
  'sessions.state': { writers: ['projects'], readers: ['gateway', 'projects'] },
  'api-key-usage.state': { writers: ['gateway'], readers: ['gateway'] },
  'audit.recorded': { writers: ['projects', ...dataServices], readers: ['projects'] },
  'inference.work': { writers: ['gateway', 'feedback'], readers: ['inference'] },
  'inference.commands': { writers: ['gateway', 'feedback'], readers: ['inference'] },
  'models.state': { writers: ['inference'], readers: ['gateway', 'inference', 'interactions', 'feedback'] },
  'ab_campaigns.state': { writers: ['inference'], readers: ['gateway', 'inference', 'interactions', 'feedback'] },
  'tools.state': { writers: ['inference'], readers: ['gateway', 'inference'] },
  'interactions.commands': { writers: ['gateway', 'feedback'], readers: ['interactions'] },
  'interactions.exports': { writers: ['storage'], readers: ['interactions'] },
  'interactions.started': { writers: ['inference'], readers: ['feedback'] },
  'interactions.recorded': {
    writers: ['inference'],
    readers: ['interactions', 'feedback'],
    followers: ['gateway'],
  },
  'interactions.imported': { writers: ['interactions'], readers: ['feedback'], followers: ['gateway'] },
  'interactions.erased': {
    writers: ['interactions'],
    readers: ['interactions', 'feedback', 'storage'],
    followers: ['gateway'],
  },
  'interaction-quotas.state': { writers: ['interactions'], readers: ['gateway', 'interactions', 'feedback'] },
  'feedback.commands': { writers: ['gateway'], readers: ['feedback'] },
  'feedback.recorded': { writers: ['feedback'], readers: ['interactions'], followers: ['gateway'] },
  'metrics.state': { writers: ['feedback'], readers: ['gateway', 'inference', 'interactions', 'feedback'] },
  'storage.commands': { writers: ['gateway', 'inference', 'interactions'], readers: ['storage'] },
};

/** Principal of the jobs that create topics, back up and restore. */
export const jobs = 'jobs';

/** ACLs of one principal, in the terms of Kafka's authorizer. */
export interface Acl {
  /** A service, or {@link jobs}. */
  readonly principal: string;
  readonly resource: 'topic' | 'group';
  readonly pattern: 'literal' | 'prefixed';
  readonly names: readonly string[];
  readonly operations: readonly Operation[];
}

/** Operations of Kafka's authorizer. */
export type Operation =
  'Read' | 'Write' | 'Create' | 'Delete' | 'Describe' | 'DescribeConfigs' | 'Alter' | 'AlterConfigs';

/** All principals: the services and {@link jobs}. */
export const principals: readonly string[] = [
  ...new Set(Object.values(topicAccess).flatMap(({ writers, readers }) => [...writers, ...readers])),
  jobs,
];

/** The minimal ACLs of all principals. @param topics all topics. */
export function aclsFor(topics: readonly Topic[]): Acl[] {
  const all = principals.flatMap((principal) =>
    principal === jobs ? aclsOfJobs(topics) : aclsOfService(principal, topics),
  );
  return all.filter(({ names }) => names.length > 0);
}

function aclsOfService(principal: string, topics: readonly Topic[]): Acl[] {
  const isOf = (role: keyof TopicAccess) => (topic: Topic) =>
    topicAccess[topic.name]?.[role]?.includes(principal) ?? false;
  const read = topics.filter(isOf('readers'));
  const followed = topics.filter(isOf('followers'));
  const written = topics.filter(isOf('writers'));
  const deadLetterTopics = read.flatMap(({ deadLetters }) => (deadLetters === undefined ? [] : [deadLetters]));
  const topic = { principal, resource: 'topic' } as const;
  const group = { principal, resource: 'group' } as const;
  const own = [replyTopicPrefix(principal)];
  return [
    { ...topic, pattern: 'literal', names: namesOf([...read, ...followed]), operations: ['Read', 'Describe'] },
    {
      ...topic,
      pattern: 'literal',
      names: namesOf([...written, ...deadLetterTopics]),
      operations: ['Write', 'Describe'],
    },
    // Every service writes to reply topics; only their owner reads, creates and deletes them.
    { ...topic, pattern: 'prefixed', names: [replyTopicsPrefix], operations: ['Write', 'Describe'] },
    {
      ...topic,
      pattern: 'prefixed',
      names: own,
      operations: ['Read', 'Create', 'Delete', 'DescribeConfigs', 'AlterConfigs'],
    },
    { ...group, pattern: 'prefixed', names: [`${principal}.`], operations: ['Read', 'Describe'] },
    {
      ...group,
      pattern: 'prefixed',
      names: [...own, replicaGroupPrefix(principal), rangeReaderGroupPrefix],
      operations: ['Read', 'Describe', 'Delete'],
    },
  ];
}

function aclsOfJobs(topics: readonly Topic[]): Acl[] {
  const topic = { principal: jobs, resource: 'topic' } as const;
  const group = { principal: jobs, resource: 'group', pattern: 'prefixed' } as const;
  const services = principals.filter((principal) => principal !== jobs);
  return [
    {
      ...topic,
      pattern: 'literal',
      names: namesOf(topics),
      operations: ['Read', 'Write', 'Create', 'Describe', 'DescribeConfigs', 'Alter', 'AlterConfigs'],
    },
    { ...topic, pattern: 'prefixed', names: [replyTopicsPrefix], operations: ['Describe', 'Delete'] },
    { ...group, names: services.map((service) => `${service}.`), operations: ['Describe'] },
    { ...group, names: [replyTopicsPrefix, rangeReaderGroupPrefix], operations: ['Read', 'Describe', 'Delete'] },
  ];
}

function namesOf(topics: readonly Topic[]): string[] {
  return topics.map(({ name }) => name);
}
