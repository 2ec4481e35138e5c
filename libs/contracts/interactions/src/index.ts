import type { Contract } from '@earshot/contracts-core';
import { interactionRecorded, interactionStarted } from './interaction.v1.js';
import { interactionsRecordedTopic, interactionsStartedTopic } from './interaction.v1.js';

export {
  interactionRecorded,
  interactionStarted,
  type InteractionRecorded,
  type InteractionStarted,
} from './interaction.v1.js';

/** The topics that the interactions service owns. */
export const interactionsTopics = [interactionsStartedTopic, interactionsRecordedTopic];

/** Every message that the interactions service sends or takes. */
export const interactionsContracts = [interactionStarted, interactionRecorded] as Contract[];
