import type { Contract, Topic } from '@earshot/contracts-core';
import { feedbackContracts } from '@earshot/contracts-feedback';
import { inferenceContracts } from '@earshot/contracts-inference';
import { interactionsContracts } from '@earshot/contracts-interactions';
import { projectsContracts } from '@earshot/contracts-projects';
import { storageContracts } from '@earshot/contracts-storage';
import { aclsFor, type Acl } from './access.js';

/** All contracts, by the owning service. */
export const contractsByOwner: Readonly<Record<string, readonly Contract[]>> = {
  feedback: feedbackContracts,
  storage: storageContracts,
  projects: projectsContracts,
  inference: inferenceContracts,
  interactions: interactionsContracts,
};

const owned = new Set(
  Object.values(contractsByOwner)
    .flat()
    .map(({ topic }) => topic),
);

/** All topics, dead letters included. */
export const topics: readonly Topic[] = [...owned].flatMap((topic) =>
  topic.deadLetters ? [topic, topic.deadLetters] : [topic],
);

/** The minimal ACLs of all principals. */
export const acls: readonly Acl[] = aclsFor(topics);

export { schemaFiles, type SchemaFile } from './schemas.js';
export { jobs, principals, topicAccess, type Acl, type Operation, type TopicAccess } from './access.js';
