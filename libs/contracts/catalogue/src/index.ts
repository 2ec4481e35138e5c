import type { Contract, Topic } from '@earshot/contracts-core';
import { aclsFor, type Acl } from './access.js';
import { feedbackContracts, feedbackTopics } from '@earshot/contracts-feedback';
import { storageContracts, storageTopics } from '@earshot/contracts-storage';
import { inferenceContracts, inferenceTopics } from '@earshot/contracts-inference';
import { interactionsContracts, interactionsTopics } from '@earshot/contracts-interactions';
import { projectsContracts, projectsTopics } from '@earshot/contracts-projects';

const owned: Topic[] = [
  ...feedbackTopics,
  ...storageTopics,
  ...projectsTopics,
  ...inferenceTopics,
  ...interactionsTopics,
];

/** All topics, dead letters included. */
export const topics: readonly Topic[] = owned.flatMap((topic) =>
  topic.deadLetters ? [topic, topic.deadLetters] : [topic],
);

/** The minimal ACLs of all principals. */
export const acls: readonly Acl[] = aclsFor(topics);

/** All contracts, by the owning service. */
export const contractsByOwner: Readonly<Record<string, readonly Contract[]>> = {
  feedback: feedbackContracts,
  storage: storageContracts,
  projects: projectsContracts,
  inference: inferenceContracts,
  interactions: interactionsContracts,
};

export { schemaFiles, type SchemaFile } from './schemas.js';
export { jobs, principals, topicAccess, type Acl, type Operation, type TopicAccess } from './access.js';
