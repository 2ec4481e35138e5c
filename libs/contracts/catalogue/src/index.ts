import type { Topic } from '@earshot/contracts-core';
import { inferenceTopics } from '@earshot/contracts-inference';
import { interactionsTopics } from '@earshot/contracts-interactions';
import { projectsTopics } from '@earshot/contracts-projects';

const owned: Topic[] = [...projectsTopics, ...inferenceTopics, ...interactionsTopics];

/** Every topic of the installation, dead letters included: what is created on a broker before the services start. */
export const topics: readonly Topic[] = owned.flatMap((topic) =>
  topic.deadLetters ? [topic, topic.deadLetters] : [topic],
);
