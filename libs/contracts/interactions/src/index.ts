import { interactionsRecordedTopic, interactionsStartedTopic } from './interaction.v1.js';

export {
  interactionRecorded,
  interactionStarted,
  type InteractionRecorded,
  type InteractionStarted,
} from './interaction.v1.js';

/** The topics that the interactions service owns. */
export const interactionsTopics = [interactionsStartedTopic, interactionsRecordedTopic];
