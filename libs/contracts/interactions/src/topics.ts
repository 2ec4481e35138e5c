import { commandTopic, eventTopic, stateTopic } from '@earshot/contracts-core';

/** Commands of the interactions service. */
export const interactionsCommands = commandTopic('interactions.commands', 8);

/** Commands of exports, which take about 1 s each: apart from those that callers wait for. */
export const interactionsExports = commandTopic('interactions.exports', 4);

/** Started answers. */
export const interactionsStartedTopic = eventTopic('interactions.started', 16);

/** Ended answers. */
export const interactionsRecordedTopic = eventTopic('interactions.recorded', 16);

/** Interactions that no model here served. */
export const interactionsImportedTopic = eventTopic('interactions.imported', 8);

/** Erased users and interactions. */
export const interactionsErasedTopic = eventTopic('interactions.erased', 1);

/** Projects whose quota of interactions is used up. */
export const interactionQuotasTopic = stateTopic('interaction-quotas.state', 'interactions');
